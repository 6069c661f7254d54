import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { otherThan, type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }
const BAD_REQUEST = { status: 400, code: 'BAD_REQUEST' }

onDatabase('proving one’s identity', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const submit = ({ token }: SignedUp, form: FormData) => server.ask('/users/account', { method: 'POST', form, token })
  const accountOf = async ({ token }: SignedUp) => (await server.ask('/users/account', { token })).body.baseDTO
  const sendCode = ({ token }: SignedUp) => server.ask('/fino/send-sms-to-customer', { token })
  const check = ({ token }: SignedUp, otp: string) => server.ask('/fino/otp', { method: 'POST', json: { otp }, token })
  const cardsOf = async ({ token }: SignedUp) =>
    (await server.ask('/users/verified-bank-accounts', { token })).body.content
  const filesKept = () => readdir(join(server.filesDir, 'kyc')).catch((): string[] => [])

  test('form, registry and code make an account authorized, with its cards verified', async () => {
    const user = await signedUp(server)
    const person = iranianIdentity()
    expect((await sendCode(user)).body.code).toBe('ACCOUNT_INCOMPLETE')
    const submitted = await submit(user, await accountForm({}, person))
    expect(submitted).toEqual({
      status: 200,
      body: { baseDTO: { authenticationType: 'UNIDENTIFIED', verificationNeeded: true } },
    })
    expect(await cardsOf(user)).toEqual([])
    expect((await sendCode(user)).body.baseDTO).toEqual({ expiresInSeconds: 120 })
    const code = server.codeFor(user.mobile)
    expect(code).toMatch(/^\d{5}$/)
    expect((await check(user, otherThan(code))).body.code).toBe('INCORRECT_OTP')
    expect((await check(user, code)).body.baseDTO).toEqual({ authenticationType: 'AUTHORIZED' })
    expect(await accountOf(user)).toMatchObject({
      authorized: true,
      pending: false,
      firstName: 'مینا',
      lastName: 'کریمی نژاد',
      email: 'mina@example.com',
      telephone: '02188776655',
      postalCode: '1234567890',
      birthDay: '1990-05-12',
      nationalCode: person.nationalCode,
      image: true,
      backImage: true,
      documentImage: true,
      handedBack: null,
      review: null,
      bankAccounts: [{ cardNumber: person.cardNumber, shebaCode: person.sheba, bankName: 'بانک ملی ایران' }],
    })
    expect(await cardsOf(user)).toHaveLength(1)
    expect((await submit(user, await accountForm())).body.code).toBe('ALREADY_AUTHORIZED')
    expect((await sendCode(user)).body.code).toBe('ALREADY_AUTHORIZED')
    expect((await check(user, code)).body.code).toBe('ALREADY_AUTHORIZED')
  })

  describe('the code', () => {
    const awaiting = async () => {
      const user = await signedUp(server)
      await submit(user, await accountForm())
      return user
    }

    test('was never sent, or has run out: a new one is needed', async () => {
      const user = await awaiting()
      expect((await check(user, '12345')).body.code).toBe('CODE_EXPIRED')
      await sendCode(user)
      server.pass({ seconds: 120 })
      expect((await check(user, server.codeFor(user.mobile))).body.code).toBe('CODE_EXPIRED')
      expect((await accountOf(user))?.authorized).toBe(false)
    })

    test('is closed by five wrong tries', async () => {
      const user = await awaiting()
      await sendCode(user)
      const code = server.codeFor(user.mobile)
      const tries = await Promise.all(Array.from({ length: 6 }, () => check(user, otherThan(code))))
      expect(tries.filter(({ body }) => body.code === 'INCORRECT_OTP')).toHaveLength(5)
      expect(await check(user, code)).toMatchObject({ body: { code: 'TOO_MANY_TRIES' }, retryAfter: 120 })
      const counted = await database.query(
        'select kind, count from refusal_counts join users on users.id = user_id where mobile = $1',
        [user.mobile],
      )
      expect(counted).toEqual([{ kind: 'WRONG_CODE', count: 7 }])
    })

    test('carries the phrase by which its user knows our messages', async () => {
      const user = await awaiting()
      await database.query(`update users set anti_phishing_phrase = 'زعفران قائن' where mobile = $1`, [user.mobile])
      await sendCode(user)
      expect(server.textsTo(user.mobile)[0]).toContain('عبارت امنیتی شما: زعفران قائن')
    })

    test('that was sent before the form was changed does not prove the changed form', async () => {
      const user = await awaiting()
      await sendCode(user)
      const code = server.codeFor(user.mobile)
      await submit(user, await accountForm())
      expect((await check(user, code)).body.code).toBe('CODE_EXPIRED')
    })

    test('comes five times in a quarter of an hour at most', async () => {
      const user = await awaiting()
      for (let sent = 0; sent < 5; sent += 1) expect((await sendCode(user)).status).toBe(200)
      expect(await sendCode(user)).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' }, retryAfter: 900 })
    })
  })

  describe('the registry says no', () => {
    test.each([
      ['nobody has the national code', '9990', 'NATIONAL_CODE_NOT_VALID', 'nationalCode'],
      ['the number is somebody else’s', '9991', 'MOBILE_NATIONAL_CODE_MISMATCH', 'nationalCode'],
      ['the birth date is another', '9992', 'BIRTH_DATE_MISMATCH', 'birthDay'],
      ['the name is another', '9993', 'NAME_MISMATCH', 'firstName'],
      ['the card is somebody else’s', '9994', 'BANK_ACCOUNT_MISMATCH', 'bankAccountsString'],
      ['the card does not work', '9995', 'BANK_ACCOUNT_MISMATCH', 'bankAccountsString'],
    ])('because %s, and nothing is kept', async (_why, prefix, code, field) => {
      const user = await signedUp(server)
      const filesBefore = await filesKept()
      const answer = await submit(user, await accountForm({ nationalCode: nationalCodeOf(prefix) }))
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code, field })
      expect(await accountOf(user)).toMatchObject({
        authenticationType: 'UNAUTHORIZED',
        nationalCode: null,
        image: false,
      })
      expect(await filesKept()).toEqual(filesBefore)
    })
  })

  describe('the form', () => {
    let user: SignedUp
    beforeAll(async () => {
      user = await signedUp(server)
    })

    test.each([
      ['firstName', 'Mina'],
      ['lastName', 'کریمی2'],
      ['email', 'mina@example'],
      ['nationalCode', '0013542418'],
      ['birthDay', '2026-11-21'],
      ['birthDay', '1990-02-30'],
      ['birthDay', '2015-03-01'],
      ['telephone', '12'],
      ['state', 'Tehran'],
      ['city', '؟'],
      ['postalCode', '123456789'],
      ['address', '\u0000 \u200e'],
      ['idFormatType', 'LIBRARY_CARD'],
      ['image', undefined],
      ['backImage', undefined],
      ['unknownField', 'x'],
    ])('is refused for %s: %s', async (field, value) => {
      const { status, body } = await submit(user, await accountForm({ [field]: value }))
      expect({ status, code: body.code, field: body.field }).toEqual({ ...BAD_REQUEST, field })
    })

    const { cardNumber, sheba } = iranianIdentity()
    test.each([
      ['no list', '{'],
      ['an empty list', '[]'],
      ['another shape', '[{"cardNumber": 6037}]'],
      ['a wrong card', JSON.stringify([{ cardNumber: otherThan(cardNumber), shebaCode: sheba }])],
      ['a wrong Sheba', JSON.stringify([{ cardNumber, shebaCode: `${sheba.slice(0, -1)}${'x'}` }])],
      ['one card twice', JSON.stringify(Array(2).fill({ cardNumber, shebaCode: sheba }))],
    ])('is refused for bank accounts that are %s', async (_what, bankAccountsString) => {
      const { status, body } = await submit(user, await accountForm({ bankAccountsString }))
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'BANK_ACCOUNT_INVALID' })
    })

    test('tells where its pictures are to whoever asks for them, and never holds them', async () => {
      const sender = await signedUp(server)
      const form = await accountForm({ idFormatType: 'PASSPORT', backImage: undefined, documentImage: undefined })
      await submit(sender, form)
      expect(await accountOf(sender)).not.toHaveProperty('pictures')
      const { body } = await server.ask('/users/account?imageNeeded=true', { token: sender.token })
      expect(body.baseDTO).toMatchObject({
        image: true,
        pictures: { image: '/api/users/documents/image', backImage: null, documentImage: null },
      })
    })

    test('needs no back of a passport', async () => {
      const traveller = await signedUp(server)
      const form = await accountForm({ idFormatType: 'PASSPORT', backImage: undefined })
      expect((await submit(traveller, form)).status).toBe(200)
      expect(await accountOf(traveller)).toMatchObject({ idFormatType: 'PASSPORT', backImage: false })
    })

    test('is taken ten times in a quarter of an hour at most', async () => {
      const eager = await signedUp(server)
      const codes: unknown[] = []
      for (let sent = 0; sent < 11; sent += 1) {
        const form = await accountForm({ image: undefined })
        codes.push((await submit(eager, form)).body.code)
      }
      expect(codes).toEqual([...Array(10).fill('BAD_REQUEST'), 'TOO_MANY_REQUESTS'])
    })

    test('in English names the bank in English', async () => {
      const reply = await signedUp(server)
      await submit(reply, await accountForm())
      const account = await server.ask('/users/account', { token: reply.token, language: 'en' })
      expect(account.body.baseDTO?.bankAccounts).toMatchObject([{ bankName: 'Bank Melli Iran' }])
    })
  })

  describe('what belongs to another user', () => {
    test('is refused: the other user’s national code, card or Sheba', async () => {
      const owner = iranianIdentity()
      await submit(await signedUp(server), await accountForm({}, owner))
      const other = await signedUp(server)
      const { cardNumber, sheba } = iranianIdentity()
      const accounts = (card: string, shebaCode: string) => ({
        bankAccountsString: JSON.stringify([{ cardNumber: card, shebaCode }]),
      })
      const codeOf = async (form: FormData) => (await submit(other, form)).body.code
      expect(await codeOf(await accountForm({ nationalCode: owner.nationalCode }))).toBe('NATIONAL_CODE_TAKEN')
      expect(await codeOf(await accountForm(accounts(owner.cardNumber, sheba)))).toBe('BANK_ACCOUNT_TAKEN')
      expect(await codeOf(await accountForm(accounts(cardNumber, owner.sheba)))).toBe('BANK_ACCOUNT_TAKEN')
    })

    test('goes to one of two who submit it at the same moment', async () => {
      const users = await Promise.all([signedUp(server), signedUp(server), signedUp(server)])
      const person = iranianIdentity()
      const answers = await Promise.all(users.map(async (user) => submit(user, await accountForm({}, person))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { body } of answers.filter(({ status }) => status !== 200)) {
        expect(['NATIONAL_CODE_TAKEN', 'BANK_ACCOUNT_TAKEN']).toContain(body.code)
      }
    })
  })

  test('the same two cards in another order, submitted at the same moment, are one user’s', async () => {
    const [first, second] = [iranianIdentity(), iranianIdentity()]
    const account = ({ cardNumber, sheba }: typeof first) => ({ cardNumber, shebaCode: sheba })
    for (let round = 0; round < 4; round += 1) {
      await database.query('delete from bank_accounts')
      const lists = [
        [account(first), account(second)],
        [account(second), account(first)],
        [{ ...account(first), shebaCode: second.sheba }],
      ]
      const answers = await Promise.all(
        lists.map(async (list) =>
          submit(await signedUp(server), await accountForm({ bankAccountsString: JSON.stringify(list) })),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    }
  })

  test('the levels are those of the fees page, without the market maker’s', async () => {
    const { content } = (await server.ask('/users/account-levels')).body
    expect(content?.map(Object.values)).toEqual([
      ['VIP_1', '0', '0.4', '0.3', '0.4'],
      ['VIP_2', '100000000', '0.35', '0.25', '0.35'],
      ['VIP_3', '500000000', '0.3', '0.2', '0.3'],
      ['VIP_4', '2000000000', '0.25', '0.15', '0.25'],
    ])
    expect(Object.keys(content?.[0] ?? {})).toEqual([
      'userAccountLevel',
      'tradeAmount',
      'wagePercent',
      'makerPercent',
      'takerPercent',
    ])
  })
})
