import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retryRegistry } from '#server/accounts/identity/retry-registry.ts'
import type { Database } from '#server/store/database.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

onDatabase('either registry', (open) => {
  describe.each(['jibit', 'finnotech'] as const)('%s', (registry) => {
    let database: Database
    let server: AccountServer
    beforeAll(async () => {
      database = await open()
      const limits = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }
      server = await startAccountServer(database, { limits, registry })
    })
    afterAll(() => server.close())

    const submit = async ({ token }: SignedUp, prefix?: string) => {
      const form = await accountForm(prefix === undefined ? {} : { nationalCode: nationalCodeOf(prefix) })
      return (await server.ask('/users/account', { method: 'POST', form, token })).body
    }

    test('leads from the form through the code to AUTHORIZED', async () => {
      const user = await signedUp(server)
      expect(await submit(user)).toMatchObject({ baseDTO: { authenticationType: 'UNIDENTIFIED' } })
      await server.ask('/fino/send-sms-to-customer', { token: user.token })
      const proof = await server.ask(`/fino/otp?otp=${server.codeFor(user.mobile)}`, { token: user.token })
      expect(proof.body.baseDTO).toEqual({ authenticationType: 'AUTHORIZED' })
    })

    test.each([
      ['9990', { code: 'NATIONAL_CODE_NOT_VALID', field: 'nationalCode' }],
      ['9991', { code: 'MOBILE_NATIONAL_CODE_MISMATCH', field: 'nationalCode' }],
      ['9992', { code: 'BIRTH_DATE_MISMATCH', field: 'birthDay' }],
      ['9993', { code: 'NAME_MISMATCH', field: 'firstName' }],
      ['9994', { code: 'BANK_ACCOUNT_MISMATCH', field: 'bankAccountsString' }],
      ['9989', { baseDTO: { authenticationType: 'PENDING', verificationNeeded: false } }],
      ['9996', { baseDTO: { authenticationType: 'PENDING', verificationNeeded: false } }],
      ['9998', { baseDTO: { authenticationType: 'PENDING', verificationNeeded: false } }],
    ])('answers a form of the magic kind %s alike', async (prefix, answer) => {
      expect(await submit(await signedUp(server), prefix)).toMatchObject(answer)
    })

    test('is asked again by itself once it is back', async () => {
      await database.query('delete from identity_reviews')
      const user = await signedUp(server)
      server.setRegistry('down')
      expect(await submit(user)).toMatchObject({ baseDTO: { authenticationType: 'PENDING' } })
      server.setRegistry('up')
      server.pass({ seconds: 60 })
      // Two processes send, and pay for, one question.
      let asked = 0
      const { identity } = server.accounts
      const counting: typeof identity = Object.create(identity, {
        verifyPerson: {
          value: (...inquiry: Parameters<typeof identity.verifyPerson>) => {
            asked += 1
            return identity.verifyPerson(...inquiry)
          },
        },
      })
      const accounts = { ...server.accounts, identity: counting }
      await Promise.all([retryRegistry(accounts), retryRegistry(accounts)])
      expect(asked).toBe(1)
      const account = await server.ask('/users/account', { token: user.token })
      expect(account.body.baseDTO).toMatchObject({ authenticationType: 'UNIDENTIFIED' })
    })
  })
})
