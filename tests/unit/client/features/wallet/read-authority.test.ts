import { expect, test } from 'vitest'
import { readAuthority } from '#client/features/wallet/read-authority.ts'

test.each([
  ['?authority=A00000000000000000000000000123456789&status=OK', 'A00000000000000000000000000123456789'],
  ['?Authority=A0000000000123&Status=NOK', 'A0000000000123'],
  ['?authority=000000000000000000000000000123456789', '000000000000000000000000000123456789'],
  ['?authority=%22123456789012345678901%22', '123456789012345678901'],
])('%s names the payment', (search, authority) => {
  expect(readAuthority(search)).toBe(authority)
})

test.each(['', '?status=OK', '?authority=', '?authority=short', '?authority=a/../b000000000'])(
  '"%s" names none',
  (search) => {
    expect(readAuthority(search)).toBeUndefined()
  },
)
