import { expect, test } from 'vitest'
import { spellToman } from '#client/features/wallet/deposit-form.logic.ts'

test.each([
  ['1', 'یک'],
  ['17', 'هفده'],
  ['250', 'دویست و پنجاه'],
  ['1000', 'هزار'],
  ['21000', 'بیست و یک هزار'],
  ['1250000', 'یک میلیون و دویست و پنجاه هزار'],
  ['100000000', 'صد میلیون'],
  ['1000000001', 'یک میلیارد و یک'],
  ['0000500', 'پانصد'],
])('%s is %s', (digits, words) => {
  expect(spellToman(digits)).toBe(words)
})

test.each(['', '0', '000', '1.5', '-3', '1234567890123456'])('"%s" has no words', (digits) => {
  expect(spellToman(digits)).toBeUndefined()
})
