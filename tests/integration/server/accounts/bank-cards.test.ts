import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCount } from '#domain/counts.ts'
import type { Database } from '#server/store/database.ts'
import { type IranianIdentity, iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { otherThan, type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }

type Card = Pick<IranianIdentity, 'cardNumber' | 'sheba'>

onDatabase('the bank cards of a verified user', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const verified = async (person: IranianIdentity = iranianIdentity()): Promise<SignedUp> => {
    const user = await signedUp(server)
    const form = await accountForm({}, person)
    await server.ask('/users/account', { method: 'POST', form, token: user.token })
    await server.ask('/fino/send-sms-to-customer', { token: user.token })
    await server.ask(`/fino/otp?otp=${server.codeFor(user.mobile)}`, { token: user.token })
    return user
  }
  const add = ({ token }: SignedUp, { cardNumber, sheba }: Card) =>
    server.ask('/users/bank-accounts', { method: 'POST', json: { cardNumber, shebaCode: sheba }, token })
  const remove = ({ token }: SignedUp, id: unknown) =>
    server.ask(`/users/bank-accounts/${id}`, { method: 'DELETE', token })
  const cardsOf = async ({ token }: SignedUp) =>
    (await server.ask('/users/verified-bank-accounts', { token })).body.content ?? []
  const userIdOf = async ({ mobile }: SignedUp) => {
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    return toCount(row?.id ?? 0n)
  }
  const eventsOf = async (user: SignedUp) =>
    database.query<{ kind: string; details: string }>(
      "select kind, details from audit_log where user_id = $1 and kind like 'BANK%' order by id",
      [await userIdOf(user)],
    )
  const codeOf = async (answer: ReturnType<typeof add>) => (await answer).body.code

  test('one more is added, told of and written down by its last digits, and may be paid with', async () => {
    const user = await verified()
    const second = iranianIdentity()
    const { status, body } = await add(user, second)
    expect({ status, ...body.baseDTO }).toMatchObject({
      status: 200,
      cardNumber: second.cardNumber,
      shebaCode: second.sheba,
      bankName: 'بانک ملی ایران',
    })
    expect(await cardsOf(user)).toHaveLength(2)
    const card = second.cardNumber.slice(-4)
    expect(await eventsOf(user)).toEqual([{ kind: 'BANK_ACCOUNT_ADDED', details: JSON.stringify({ card }) }])
    const notices = await database.query<{ kind: string; params: string }>(
      "select kind, params from notices where user_id = $1 and kind = 'BANK_ACCOUNT_ADDED'",
      [await userIdOf(user)],
    )
    expect(notices).toEqual([{ kind: 'BANK_ACCOUNT_ADDED', params: JSON.stringify({ card }) }])
  })

  test('a session that has not proven itself for ten minutes adds none', async () => {
    const user = await verified()
    server.pass({ seconds: 601 })
    expect(await add(user, iranianIdentity())).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
    expect(await cardsOf(user)).toHaveLength(1)
  })

  test('nobody adds one before the account is verified', async () => {
    expect(await codeOf(add(await signedUp(server), iranianIdentity()))).toBe('ACCOUNT_NOT_AUTHORIZED')
  })

  test('is refused where it is wrong, present, another user’s, or the sixth', async () => {
    const person = iranianIdentity()
    const user = await verified(person)
    const other = iranianIdentity()
    await verified(other)
    const fresh = iranianIdentity()
    expect(await codeOf(add(user, { ...fresh, cardNumber: otherThan(fresh.cardNumber) as never }))).toBe(
      'BANK_ACCOUNT_INVALID',
    )
    expect(await codeOf(add(user, { ...fresh, cardNumber: person.cardNumber }))).toBe('BANK_ACCOUNT_PRESENT')
    expect(await codeOf(add(user, { ...fresh, sheba: person.sheba }))).toBe('BANK_ACCOUNT_PRESENT')
    expect(await codeOf(add(user, other))).toBe('BANK_ACCOUNT_TAKEN')
    for (let count = 0; count < 4; count += 1) expect((await add(user, iranianIdentity())).status).toBe(200)
    expect(await codeOf(add(user, fresh))).toBe('BANK_ACCOUNTS_FULL')
    expect(await cardsOf(user)).toHaveLength(5)
  })

  describe('the registry', () => {
    const outcomes = [
      ['says that it is somebody else’s', 'refused', 'BANK_ACCOUNT_MISMATCH', 409],
      ['does not tell', 'doubtful', 'BANK_ACCOUNT_UNCONFIRMED', 409],
    ] as const
    test.each(outcomes)('%s: it is refused and counted, and nothing is kept', async (_what, kind, code, status) => {
      const user = await verified()
      const { identity } = server.accounts
      const asked = identity.verifyBankAccount
      Object.assign(identity, {
        verifyBankAccount: async () => (kind === 'refused' ? { kind, code: 'ACCOUNT_OF_ANOTHER' } : { kind }),
      })
      const answer = await add(user, iranianIdentity())
      Object.assign(identity, { verifyBankAccount: asked })
      expect(answer).toMatchObject({ status, body: { code } })
      expect(await cardsOf(user)).toHaveLength(1)
      const counted = await database.query('select 1 from refusal_counts where user_id = $1 and kind = $2', [
        await userIdOf(user),
        'BANK_ACCOUNT_REFUSED',
      ])
      expect(counted).toHaveLength(1)
    })

    test('gives no answer: it is not added, and may be tried again', async () => {
      const user = await verified()
      server.setRegistry('down')
      const card = iranianIdentity()
      expect(await add(user, card)).toMatchObject({ status: 503, body: { code: 'IDENTITY_SERVICE_UNAVAILABLE' } })
      server.setRegistry('up')
      expect((await add(user, card)).status).toBe(200)
    })
  })

  test('one is removed and may be another user’s then; the last one stays, and nobody else’s can be removed', async () => {
    const user = await verified()
    const second = iranianIdentity()
    const added = (await add(user, second)).body.baseDTO
    const stranger = await verified()
    expect((await remove(stranger, added?.id)).body.code).toBe('NOT_FOUND')
    expect((await remove(user, added?.id)).status).toBe(200)
    const [left] = await cardsOf(user)
    expect((await remove(user, left?.id)).body.code).toBe('BANK_ACCOUNT_LAST')
    expect((await eventsOf(user)).map(({ kind }) => kind)).toEqual(['BANK_ACCOUNT_ADDED', 'BANK_ACCOUNT_REMOVED'])
    expect((await add(stranger, second)).status).toBe(200)
  })

  test('one that a payment waits for is not removed until the payment is over', async () => {
    const person = iranianIdentity()
    const user = await verified(person)
    await add(user, iranianIdentity())
    const [first] = await cardsOf(user)
    const masked = `${person.cardNumber.slice(0, 6)}******${person.cardNumber.slice(-4)}`
    const userId = await userIdOf(user)
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
        values ($1, 1000, 'ZARINPAL', $2, 'a-key-of-mine', 'x', now())`,
      [userId, masked],
    )
    expect(await remove(user, first?.id)).toMatchObject({ status: 409, body: { code: 'BANK_ACCOUNT_IN_USE' } })
    await database.query("update toman_deposits set status = 'UNCONFIRMED' where user_id = $1", [userId])
    expect((await remove(user, first?.id)).status).toBe(200)
  })

  describe('an update of the whole account', () => {
    const update = ({ token }: SignedUp, json: Record<string, unknown>) =>
      server.ask('/users/account', { method: 'PUT', json, token })
    const fields = async (person: IranianIdentity, cards: readonly Card[]) => {
      const form = await accountForm({ image: undefined, backImage: undefined, documentImage: undefined }, person)
      const list = cards.map(({ cardNumber, sheba }) => ({ cardNumber, shebaCode: sheba }))
      return { ...Object.fromEntries(form.entries()), bankAccountsString: JSON.stringify(list) }
    }

    test('of a verified user adds and removes cards', async () => {
      const person = iranianIdentity()
      const user = await verified(person)
      const second = iranianIdentity()
      const answer = await update(user, await fields(person, [second]))
      expect(answer).toMatchObject({
        status: 200,
        body: { baseDTO: { authenticationType: 'AUTHORIZED', verificationNeeded: false } },
      })
      expect(await cardsOf(user)).toMatchObject([{ cardNumber: second.cardNumber }])
      server.pass({ seconds: 601 })
      expect((await update(user, await fields(person, [person]))).body.code).toBe('PROOF_REQUIRED')
      expect((await update(user, await fields(person, [second]))).status).toBe(200)
    })

    test('of a verified user changes nothing that was proven', async () => {
      const person = iranianIdentity()
      const user = await verified(person)
      for (const [field, value] of Object.entries({
        firstName: 'سارا',
        nationalCode: nationalCodeOf('0013'),
        birthDay: '1991-01-01',
        email: 'other@example.com',
        address: 'خیابان دیگر',
        mobileNumber: '+989120000000',
        countryName: 'Germany',
      })) {
        const answer = await update(user, { ...(await fields(person, [person])), [field]: value })
        expect(answer.body).toMatchObject({ code: 'BAD_REQUEST', field })
      }
    })

    test('of one who is not verified is another submission, with the pictures that came before', async () => {
      const person = iranianIdentity()
      const user = await signedUp(server)
      const json = await fields(person, [person])
      expect((await update(user, json)).body).toMatchObject({ code: 'BAD_REQUEST', field: 'image' })
      await server.ask('/users/account', { method: 'POST', form: await accountForm({}, person), token: user.token })
      const answer = await update(user, { ...json, address: 'خیابان دیگر' })
      expect(answer.body.baseDTO).toEqual({ authenticationType: 'UNIDENTIFIED', verificationNeeded: true })
      const account = (await server.ask('/users/account', { token: user.token })).body.baseDTO
      expect(account).toMatchObject({ address: 'خیابان دیگر', image: true, backImage: true })
    })
  })
})
