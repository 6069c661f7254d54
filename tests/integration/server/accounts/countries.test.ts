import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCount } from '#domain/counts.ts'
import { approveIdentity } from '#server/accounts/identity/decide-identity.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm, type FormChanges } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }

/** The form of a user in Germany: no landline, no bank account, a passport. */
const ABROAD: FormChanges = {
  idFormatType: 'PASSPORT',
  nationalCode: 'C01X00T47',
  telephone: undefined,
  bankAccountsString: undefined,
  backImage: undefined,
  documentImage: undefined,
  postalCode: '10115',
  mobileNumber: '+49 1512 3456789',
}

onDatabase('the country of a user', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const choose = ({ token }: SignedUp, countryName: string) =>
    server.ask('/users/set-country', { method: 'POST', json: { countryName }, token })
  const submit = ({ token }: SignedUp, form: FormData) => server.ask('/users/account', { method: 'POST', form, token })
  const accountOf = async ({ token }: SignedUp) => (await server.ask('/users/account', { token })).body.baseDTO

  test('is not known until it is chosen; Iran stands first in the list', async () => {
    const user = await signedUp(server)
    expect(await accountOf(user)).toMatchObject({ location: null, countryName: null })
    const { content = [] } = (await server.ask('/country')).body
    expect(content[0]).toEqual({ countryName: 'Iran', countryPhoneCode: '+98', countryCode: 'IR' })
    expect(content.length).toBeGreaterThan(190)
    expect((await choose(user, 'Germany')).body.baseDTO).toMatchObject({
      location: { countryName: 'Germany', countryPhoneCode: '+49' },
      authenticationType: 'UNAUTHORIZED',
    })
    expect(await accountOf(user)).toMatchObject({ location: { countryPhoneCode: '+49' }, countryName: 'Germany' })
    for (const unknown of ['Atlantis', 'Israel', 'North Korea'])
      expect((await choose(user, unknown)).body.code).toBe('COUNTRY_UNKNOWN')
  })

  test('is Iran for whoever sends a form without having chosen', async () => {
    const user = await signedUp(server)
    await submit(user, await accountForm())
    expect(await accountOf(user)).toMatchObject({ countryName: 'Iran' })
  })

  describe('abroad', () => {
    const german = async () => {
      const user = await signedUp(server)
      await choose(user, 'Germany')
      return user
    }

    test('asks for no landline and no bank account, and an operator looks at the document', async () => {
      const user = await german()
      const { body } = await submit(user, await accountForm(ABROAD))
      expect(body.baseDTO).toEqual({ authenticationType: 'PENDING', verificationNeeded: false })
      expect(await accountOf(user)).toMatchObject({
        mobileNumber: user.mobile,
        foreignMobileNumber: '+4915123456789',
        documentImage: false,
        nationalCode: 'C01X00T47',
        telephone: null,
        bankAccounts: [],
        review: { doubts: ['DOCUMENT'] },
      })
    })

    test.each([
      ['an Iranian one', '+989123456789', 'COUNTRY_PREFIX_MISMATCH'],
      ['one of another country', '+33612345678', 'COUNTRY_PREFIX_MISMATCH'],
      ['one without a country code', '1512345678', 'BAD_REQUEST'],
      ['none', undefined, 'BAD_REQUEST'],
    ])('the mobile number may not be %s', async (_what, mobileNumber, code) => {
      const { body } = await submit(await german(), await accountForm({ ...ABROAD, mobileNumber }))
      expect(body).toMatchObject({ code, field: 'mobileNumber' })
    })

    test('a verified user has no bank account to add', async () => {
      const user = await german()
      await submit(user, await accountForm(ABROAD))
      const keys = await addOperator(server.accounts, {
        mobile: iranianIdentity().mobileNumber,
        name: 'Sara Karimi',
        roles: ['ADMIN'],
        at: server.accounts.now(),
      })
      if (keys.kind !== 'added') throw new Error(keys.kind)
      const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [user.mobile])
      const decision = { userId: toCount(row?.id ?? 0n), operatorId: keys.operatorId, reason: 'The passport is clear' }
      const from = { ip: '5.160.1.9', device: 'FIREFOX' }
      expect(await approveIdentity(server.accounts, { ...decision, from })).toBe('AUTHORIZED')
      const { cardNumber, sheba } = iranianIdentity()
      expect(
        await server.ask('/users/bank-accounts', {
          method: 'POST',
          json: { cardNumber, shebaCode: sheba },
          token: user.token,
        }),
      ).toMatchObject({ status: 409, body: { code: 'BANK_ACCOUNTS_ABROAD' } })
    })

    test('is named by the form, too', async () => {
      const user = await signedUp(server)
      const form = await accountForm({ ...ABROAD, countryName: 'Germany' })
      expect((await submit(user, form)).body.baseDTO).toMatchObject({ authenticationType: 'PENDING' })
      const unknown = await accountForm({ ...ABROAD, countryName: 'Atlantis' })
      expect((await submit(user, unknown)).body).toMatchObject({ code: 'COUNTRY_UNKNOWN', field: 'countryName' })
    })
  })

  test('in Iran no other mobile number is taken, and a foreign one is named as such', async () => {
    const user = await signedUp(server)
    const send = async (mobileNumber: string) => (await submit(user, await accountForm({ mobileNumber }))).body
    expect(await send('+4915123456789')).toMatchObject({ code: 'COUNTRY_PREFIX_MISMATCH', field: 'mobileNumber' })
    expect(await send(iranianIdentity().mobileNumber)).toMatchObject({ code: 'BAD_REQUEST', field: 'mobileNumber' })
    expect(await send(user.mobile)).toMatchObject({ baseDTO: { authenticationType: 'UNIDENTIFIED' } })
  })

  test('that changes behind a confirmed form has the form sent again', async () => {
    const user = await signedUp(server)
    await submit(user, await accountForm())
    expect((await choose(user, 'Iran')).body.baseDTO).toMatchObject({ authenticationType: 'UNIDENTIFIED' })
    expect((await choose(user, 'Germany')).body.baseDTO).toMatchObject({ authenticationType: 'NOT_COMPLETE' })
    const code = await server.ask('/fino/send-sms-to-customer', { token: user.token })
    expect(code.body.code).toBe('ACCOUNT_INCOMPLETE')
  })

  test('does not change while the form is looked at, nor once it is verified', async () => {
    const waiting = await signedUp(server)
    await submit(waiting, await accountForm({ ...ABROAD, countryName: 'Germany' }))
    expect((await choose(waiting, 'Iran')).body.code).toBe('IDENTITY_SERVICE_NOT_COMPLETED')
    const user = await signedUp(server)
    await submit(user, await accountForm())
    await server.ask('/fino/send-sms-to-customer', { token: user.token })
    await server.ask(`/fino/otp?otp=${server.codeFor(user.mobile)}`, { token: user.token })
    expect((await choose(user, 'Germany')).body.code).toBe('ALREADY_AUTHORIZED')
  })

  test('a landline that exists nowhere is named in the list of what is incorrect', async () => {
    const user = await signedUp(server)
    const { status, body } = await submit(user, await accountForm({ telephone: '09912345678' }))
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: 'USER_IDENTITY_DATA',
      field: 'telephone',
      baseDTO: { incorrect: ['TELEPHONE_IS_INCORRECT'] },
    })
  })
})
