import { expect, test } from 'vitest'
import * as account from '#contract/account.ts'
import { ACCOUNT_REFUSALS } from '#contract/account-errors.ts'
import * as accountForm from '#contract/account-form.ts'
import * as apiKeys from '#contract/api-keys.ts'
import { CONTACT_REFUSALS } from '#contract/contact-errors.ts'
import * as contacts from '#contract/contacts.ts'
import * as documents from '#contract/documents.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import * as identity from '#contract/identity.ts'
import { IDENTITY_REFUSALS } from '#contract/identity-errors.ts'
import * as invites from '#contract/invites.ts'
import * as operations from '#contract/operations.ts'
import * as operationsAudit from '#contract/operations-audit.ts'
import { OPERATIONS_REFUSALS } from '#contract/operations-errors.ts'
import * as operationsIdentities from '#contract/operations-identities.ts'
import * as operationsProposals from '#contract/operations-proposals.ts'
import * as operationsUsers from '#contract/operations-users.ts'
import * as passkeys from '#contract/passkeys.ts'
import { PROGRAM_REFUSALS } from '#contract/program-errors.ts'
import * as security from '#contract/security.ts'
import { SECURITY_REFUSALS } from '#contract/security-errors.ts'
import * as session from '#contract/session.ts'
import * as signOn from '#contract/sign-on.ts'
import * as users from '#contract/users.ts'
import { SENTENCES } from './sentences.ts'

// A test next to this one shows each sentence of these tables on a screen; the compiler ensures that none is missing there.
const isEndpoint = (value: object): value is EndpointShape => 'offline' in value && 'access' in value
const unspoken = (codes: readonly string[]) => [...new Set(codes)].filter((code) => !Object.hasOwn(SENTENCES, code))

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

test('every refusal that an endpoint of accounts names has its sentence there', () => {
  const resources = [
    account,
    accountForm,
    apiKeys,
    contacts,
    documents,
    identity,
    invites,
    passkeys,
    security,
    session,
    signOn,
    users,
  ]
  const rooms = [operations, operationsAudit, operationsIdentities, operationsProposals, operationsUsers]
  const endpoints = [...resources, ...rooms].flatMap((resource) => Object.values(resource).filter(isEndpoint))
  expect(endpoints.length).toBeGreaterThan(60)
  expect(unspoken(endpoints.flatMap(({ errors }) => errors))).toEqual([])
})
