import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { passwordFault } from '#server/accounts/password-rules.ts'

const MINA = parseMobileNumber('09123456789')

test.each([
  ['Kimia-1405', undefined],
  ['Darya-e-nur-88', undefined],
  ['Password-kf93jf02', undefined],
  ['Zafera1', 'WEAK_PASSWORD'],
  ['Zaferann', 'WEAK_PASSWORD'],
  ['Ab-3456789', 'PASSWORD_HAS_NUMBER'],
  ['Ab-09123456789', 'PASSWORD_HAS_NUMBER'],
  ['Ab-2345678', undefined],
  ['Password1', 'PASSWORD_TOO_COMMON'],
  ['P@ssw0rd1', 'PASSWORD_TOO_COMMON'],
  ['Qwertyuiop1', 'PASSWORD_TOO_COMMON'],
  ['1405Dragon!', 'PASSWORD_TOO_COMMON'],
  ['Mohammad123', 'PASSWORD_TOO_COMMON'],
  ['Esteghlal1', 'PASSWORD_TOO_COMMON'],
  ['Aaaaaa11', 'PASSWORD_TOO_COMMON'],
  ['Dragon83619274', undefined],
])('%s has the fault %s', (password, fault) => {
  expect(passwordFault(password, MINA)).toBe(fault)
})

// Well-known passwords of the right form: from leaks, from keyboards, and from people who satisfy a rule with one letter and a sign.
test.each(
  (
    'Aa123456 Abc12345 Q1w2e3r4 1qaz@WSX Kimia@123 Zaq12wsx Passw0rd Qwerty123 Iloveyou1 Welcome1 Abcd1234 Aa12345678 A1b2c3d4 ' +
    'Admin123 Test1234 Qwer1234 Asdf1234 1q2w3e4R Abc123456 Football1 Sunshine1 Princess1 Qazwsx123 Changeme1 Kimia123 Iran@1234'
  ).split(' '),
)('%s is what a guesser begins with', (password) => {
  expect(passwordFault(password, undefined)).toBe('PASSWORD_TOO_COMMON')
})

test('what nobody else has is hardly ever taken for common', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const random = () => Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('')
  const passwords = Array.from({ length: 5_000 }, () => `Z9x${random()}`)
  expect(passwords.filter((password) => passwordFault(password, MINA) !== undefined).length).toBeLessThan(20)
})
