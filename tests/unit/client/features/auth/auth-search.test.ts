import { expect, test } from 'vitest'
import { readNext } from '#client/features/auth/auth-search.ts'
import { pageAfterLogin } from '#client/features/auth/code-screen.tsx'
import { person } from '#tests/builders/session.ts'

test('a path of our own is followed', () => {
  expect(readNext({ next: '/profile/wallet?a=1' })).toEqual({ next: '/profile/wallet?a=1' })
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 5, undefined])(
  '%j is not followed',
  (next) => {
    expect(readNext({ next })).toStrictEqual({ next: undefined })
  },
)

test('verified people go where they wanted to, others complete the account first', () => {
  expect(pageAfterLogin(person({ authorized: true }), { next: '/profile/wallet' })).toEqual({ href: '/profile/wallet' })
  expect(pageAfterLogin(person({ authorized: true }), {})).toEqual({ to: '/profile' })
  expect(pageAfterLogin(person({ authorized: false }), { next: '/profile/wallet' })).toEqual({ to: '/profile/account' })
  expect(pageAfterLogin(null, {})).toEqual({ to: '/profile/account' })
})
