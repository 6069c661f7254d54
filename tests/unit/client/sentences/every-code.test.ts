import { expect, test } from 'vitest'
import { ACCOUNT_REFUSALS } from '#contract/account-errors.ts'
import { CONTACT_REFUSALS } from '#contract/contact-errors.ts'
import { endpoints } from '#contract/endpoints.ts'
import { IDENTITY_REFUSALS } from '#contract/identity-errors.ts'
import { OPERATIONS_REFUSALS } from '#contract/operations-errors.ts'
import { PROGRAM_REFUSALS } from '#contract/program-errors.ts'
import { SECURITY_REFUSALS } from '#contract/security-errors.ts'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { DESK_SENTENCES } from './desk-sentences.ts'
import { IDENTITY_SENTENCES } from './identity-sentences.ts'
import { SECURITY_SENTENCES } from './security-sentences.ts'

// Each sentence of these tables is met on a screen by one of the tests beside this one; that none is left out there, the compiler sees.
const SPOKEN: Readonly<Record<string, object>> = {
  ...ACCOUNT_SENTENCES,
  ...SECURITY_SENTENCES,
  ...IDENTITY_SENTENCES,
  ...DESK_SENTENCES,
}
const unspoken = (codes: readonly string[]) => [...new Set(codes)].filter((code) => !Object.hasOwn(SPOKEN, code))

test('every refusal of accounts and of the console is met on a screen in both languages, or in the answer of a program', () => {
  const tables = {
    ...ACCOUNT_REFUSALS,
    ...CONTACT_REFUSALS,
    ...IDENTITY_REFUSALS,
    ...OPERATIONS_REFUSALS,
    ...PROGRAM_REFUSALS,
    ...SECURITY_REFUSALS,
  }
  expect(unspoken(Object.keys(tables))).toEqual([])
})

/** What these resources refuse is of the exchange, and read on its own screens. */
const OF_TRADING = /^\/(operations\/(markets|orders)|users\/[^/]+\/orders)/

test('every refusal that an endpoint of accounts names has its sentence there', () => {
  const ofAccounts = endpoints.filter(
    ({ path }) => /^\/(users|fino|country|operations)(\/|$)/.test(path) && !OF_TRADING.test(path),
  )
  expect(ofAccounts.length).toBeGreaterThan(60)
  expect(unspoken(ofAccounts.flatMap(({ errors }) => errors))).toEqual([])
})
