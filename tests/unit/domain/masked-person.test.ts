import { expect, test } from 'vitest'
import { maskCode, maskEmail } from '#domain/masked-person.ts'

test('a code shows its last four, and an e-mail address its first letter and its domain', () => {
  expect(maskCode('0013542419')).toBe('••••••2419')
  expect(maskEmail('mina.rad@example.com')).toBe('m•••@example.com')
})
