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
