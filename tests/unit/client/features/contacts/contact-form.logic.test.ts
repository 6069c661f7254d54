import { expect, test } from 'vitest'
import { typeContact, validateContact } from '#client/features/contacts/contact-form.logic.ts'

const MOBILE = { proven: '+989123456789' }
const EMAIL = { proven: 'mina@example.com' }

test('a number is typed in any script and pasted with its country code', () => {
  expect(typeContact('MOBILE', '۰۹۱۲ ۳۴۵')).toBe('0912345')
  expect(typeContact('MOBILE', '+98 912 345 6789')).toBe('09123456789')
  expect(typeContact('MOBILE', '091234567890123')).toBe('09123456789')
  expect(typeContact('EMAIL', 'Mina@Example.com')).toBe('Mina@Example.com')
})

test('a number has ten digits after the zero, differs from the old one, and the old one is the account’s', () => {
  const problems = (form: { old: string; new: string }) => validateContact('MOBILE', form, MOBILE)
  expect(problems({ old: '', new: '' })).toEqual({ old: 'required', new: 'required' })
  expect(problems({ old: '0912345', new: '0912345678' })).toEqual({ old: 'invalid', new: 'invalid' })
  expect(problems({ old: '09120000000', new: '09123456789' })).toEqual({ old: 'mismatch', new: 'same' })
  expect(problems({ old: '09123456789', new: '9351112233' })).toEqual({})
})

test('an e-mail address is valid and differs from the old one, which is asked for only where it is proven', () => {
  const problems = (form: { old: string; new: string }) => validateContact('EMAIL', form, EMAIL)
  expect(problems({ old: '', new: 'mina@example' })).toEqual({ old: 'required', new: 'invalid' })
  expect(problems({ old: 'other@example.com', new: 'MINA@example.com' })).toEqual({ old: 'mismatch', new: 'same' })
  expect(problems({ old: ' Mina@Example.com', new: 'karimi@example.com' })).toEqual({})
  expect(validateContact('EMAIL', { old: '', new: 'mina@example.com' }, { proven: undefined })).toEqual({})
})
