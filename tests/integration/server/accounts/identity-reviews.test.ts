import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCount } from '#domain/counts.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { approveIdentity, handBackIdentity } from '#server/accounts/identity/decide-identity.ts'
import { retryRegistry } from '#server/accounts/identity/retry-registry.ts'
import { setVerification } from '#server/store/accounts/identities.ts'
import { listPendingIdentities, openReview } from '#server/store/accounts/identity-reviews.ts'
import type { Database } from '#server/store/database.ts'
import { type IranianIdentity, iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }
const FROM = { ip: '10.0.0.1', device: 'Chrome, Windows' }

onDatabase('forms that wait', (open) => {
  let database: Database
  let server: AccountServer
  let operatorId: number
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
    operatorId = await idOf((await signedUp(server)).mobile)
  })
  afterAll(() => server.close())

  const idOf = async (mobile: MobileNumber) => {
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    return toCount(row?.id ?? 0n)
  }
  const submit = ({ token }: SignedUp, form: FormData) => server.ask('/users/account', { method: 'POST', form, token })
  const accountOf = async ({ token }: SignedUp, language: 'fa' | 'en' = 'fa') =>
    (await server.ask('/users/account', { token, language })).body.baseDTO
  const eventsOf = async (userId: number) =>
    (
      await database.query<{ kind: string }>(
        "select kind from audit_log where user_id = $1 and kind like 'IDENTITY%' order by id",
        [userId],
      )
    ).map(({ kind }) => kind)
  const noticesTo = async (userId: number) =>
    (
      await database.query<{ kind: string }>(
        "select kind from notices where user_id = $1 and kind like 'IDENTITY%' order by id",
        [userId],
      )
    ).map(({ kind }) => kind)
  /** A user whose name is doubtful. */
  const doubtful = async (person: Partial<IranianIdentity> = {}) => {
    const user = await signedUp(server)
    const form = await accountForm({}, { ...iranianIdentity(), nationalCode: nationalCodeOf('9998'), ...person })
    const { body } = await submit(user, form)
    expect(body.baseDTO).toEqual({ authenticationType: 'PENDING', verificationNeeded: false })
    return { user, userId: await idOf(user.mobile) }
  }
  /** A user who submitted while the registry was down. */
  const waiting = async (person: IranianIdentity = iranianIdentity()) => {
    const user = await signedUp(server)
    server.setRegistry('down')
    const { body } = await submit(user, await accountForm({}, person))
    server.setRegistry('up')
    expect(body.baseDTO).toEqual({ authenticationType: 'PENDING', verificationNeeded: false })
    return { user, userId: await idOf(user.mobile) }
  }
  const pendingOf = async (userId: number) =>
    (await listPendingIdentities(database, { size: 1_000 })).rows.find((row) => row.userId === userId)

  describe('a doubtful name', () => {
    test('is kept with its documents for an operator, and the user reads what is looked at', async () => {
      const { user, userId } = await doubtful()
      expect(await accountOf(user)).toMatchObject({
        authenticationType: 'PENDING',
        pending: true,
        authorized: false,
        image: true,
        firstName: 'مینا',
        review: { since: '2026-11-20T08:00:00.000Z', doubts: ['NAME'] },
      })
      expect(await pendingOf(userId)).toMatchObject({ doubts: [{ what: 'NAME', percent: 65 }], nextTryAt: undefined })
      const code = await server.ask('/fino/send-sms-to-customer', { token: user.token })
      expect(code).toMatchObject({ status: 409, body: { code: 'IDENTITY_SERVICE_NOT_COMPLETED' } })
    })

    test('is approved: authorized at once, cards verified, told and written down', async () => {
      const { user, userId } = await doubtful()
      const decision = { userId, operatorId, reason: 'passport seen', from: FROM }
      expect(await approveIdentity(server.accounts, decision)).toBe('AUTHORIZED')
      expect(await accountOf(user)).toMatchObject({ authorized: true, pending: false, review: null })
      const cards = await server.ask('/users/verified-bank-accounts', { token: user.token })
      expect(cards.body.content).toHaveLength(1)
      expect(await eventsOf(userId)).toEqual(['IDENTITY_SUBMITTED', 'IDENTITY_APPROVED'])
      expect(await noticesTo(userId)).toEqual(['IDENTITY_APPROVED'])
      expect(await approveIdentity(server.accounts, decision)).toMatchObject({ code: 'IDENTITY_NOT_PENDING' })
    })

    test('is handed back with a reason that the user reads in either language, and sent again', async () => {
      const { user, userId } = await doubtful()
      const decision = { userId, operatorId, reason: 'BLURRED', from: FROM }
      expect(await handBackIdentity(server.accounts, decision)).toBe('NOT_COMPLETE')
      expect(await accountOf(user)).toMatchObject({
        authenticationType: 'NOT_COMPLETE',
        handedBack: { reason: 'تصویر خوانا نیست؛ در نور کافی دوباره عکس بگیرید.' },
        review: null,
        firstName: 'مینا',
      })
      const inEnglish = (await accountOf(user, 'en'))?.handedBack
      expect(inEnglish).toMatchObject({ reason: "Photo isn't readable. Retake it in good light." })
      expect(await eventsOf(userId)).toEqual(['IDENTITY_SUBMITTED', 'IDENTITY_HANDED_BACK'])
      expect(await noticesTo(userId)).toEqual(['IDENTITY_HANDED_BACK'])
      expect((await submit(user, await accountForm())).body.baseDTO).toMatchObject({
        authenticationType: 'UNIDENTIFIED',
      })
      expect(await accountOf(user)).toMatchObject({ handedBack: null })
    })

    test('is handed back in the operator’s own words, never without any', async () => {
      const { user, userId } = await doubtful()
      const decision = { userId, operatorId, from: FROM }
      for (const reason of [' ', 'x'.repeat(301)])
        expect(await handBackIdentity(server.accounts, { ...decision, reason })).toMatchObject({ code: 'BAD_REQUEST' })
      await handBackIdentity(server.accounts, { ...decision, reason: 'گوشهٔ کارت بریده است.' })
      expect(await accountOf(user)).toMatchObject({ handedBack: { reason: 'گوشهٔ کارت بریده است.' } })
    })

    test('is nobody’s own to decide', async () => {
      const { userId } = await doubtful()
      const decision = { userId, operatorId: userId, reason: 'me', from: FROM }
      expect(await approveIdentity(server.accounts, decision)).toMatchObject({ code: 'FORBIDDEN' })
      expect(await handBackIdentity(server.accounts, decision)).toMatchObject({ code: 'FORBIDDEN' })
    })

    test('of a bank account is shown by the last digits of card and Sheba', async () => {
      const person = iranianIdentity()
      const { userId } = await doubtful({ ...person, nationalCode: nationalCodeOf('9989') })
      expect((await pendingOf(userId))?.doubts).toEqual([
        { what: 'BANK_ACCOUNT', endsWith: person.cardNumber.slice(-4) },
        { what: 'BANK_ACCOUNT', endsWith: person.sheba.slice(-4) },
      ])
    })

    test('takes no number from its owner, and is not approved once the owner has proven it', async () => {
      const nationalCode = nationalCodeOf('9998')
      const { userId } = await doubtful({ nationalCode })
      const second = await doubtful({ nationalCode })
      const decide = (id: number) =>
        approveIdentity(server.accounts, { userId: id, operatorId, reason: '', from: FROM })
      expect(await decide(second.userId)).toBe('AUTHORIZED')
      expect(await decide(userId)).toMatchObject({ code: 'NATIONAL_CODE_TAKEN' })
      expect(await pendingOf(userId)).toBeDefined()
    })
  })

  describe('a registry that gives no answer', () => {
    test('loses nothing: the form is kept and asked about again by itself', async () => {
      const { user, userId } = await waiting()
      expect(await pendingOf(userId)).toMatchObject({
        doubts: [{ what: 'REGISTRY_DOWN' }],
        nextTryAt: expect.any(Date),
      })
      await retryRegistry(server.accounts)
      expect(await accountOf(user)).toMatchObject({ authenticationType: 'PENDING' })
      server.pass({ seconds: 60 })
      await retryRegistry(server.accounts)
      expect(await accountOf(user)).toMatchObject({ authenticationType: 'UNIDENTIFIED', review: null })
      expect(await noticesTo(userId)).toEqual(['IDENTITY_CONFIRMED'])
      expect(await eventsOf(userId)).toEqual(['IDENTITY_SUBMITTED', 'IDENTITY_CONFIRMED'])
      await server.ask('/fino/send-sms-to-customer', { token: user.token })
      const proof = await server.ask(`/fino/otp?otp=${server.codeFor(user.mobile)}`, { token: user.token })
      expect(proof.body.baseDTO).toEqual({ authenticationType: 'AUTHORIZED' })
    })

    test('is asked after one, two, four minutes, and at last once an hour', async () => {
      const { userId } = await waiting()
      server.setRegistry('down')
      const waits: number[] = []
      for (let tries = 0; tries < 8; tries += 1) {
        const due = (await pendingOf(userId))?.nextTryAt ?? new Date(0)
        const seconds = (due.getTime() - server.accounts.now().getTime()) / 1_000
        waits.push(seconds / 60)
        server.pass({ seconds })
        await retryRegistry(server.accounts)
      }
      server.setRegistry('up')
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    })

    test.each([
      ['contradicts', '9992', 'NOT_COMPLETE', 'تاریخ تولد با کد ملی مطابقت ندارد؛ آن را بررسی کنید.'],
      ['leaves a doubt', '9998', 'PENDING', undefined],
    ])('and then %s', async (_what, prefix, verification, reason) => {
      const { user, userId } = await waiting({ ...iranianIdentity(), nationalCode: nationalCodeOf(prefix) })
      server.pass({ seconds: 60 })
      await retryRegistry(server.accounts)
      expect(await accountOf(user)).toMatchObject({
        authenticationType: verification,
        handedBack: reason === undefined ? null : { reason },
      })
      const review = await pendingOf(userId)
      if (reason === undefined) expect(review).toMatchObject({ doubts: [{ what: 'NAME' }], nextTryAt: undefined })
      else expect(review).toBeUndefined()
    })

    test('and then confirms a changed number, which leaves the user authorized without a code', async () => {
      const user = await signedUp(server)
      await submit(user, await accountForm())
      const userId = await idOf(user.mobile)
      await setVerification(database, { userId, verification: 'INFORMATION_CHANGED_PENDING' })
      const nextTryAt = server.accounts.now()
      await openReview(database, { userId, doubts: [{ what: 'REGISTRY_DOWN' }], nextTryAt, at: nextTryAt })
      await retryRegistry(server.accounts)
      expect(await accountOf(user)).toMatchObject({ authenticationType: 'AUTHORIZED', review: null })
      expect(await noticesTo(userId)).toEqual(['IDENTITY_APPROVED'])
    })

    test('tells nobody meanwhile whose number it is; afterwards the owner keeps it', async () => {
      const person = iranianIdentity()
      const owner = await signedUp(server)
      await submit(owner, await accountForm({}, person))
      const { user, userId } = await waiting(person)
      server.pass({ seconds: 60 })
      await retryRegistry(server.accounts)
      expect(await accountOf(user)).toMatchObject({
        authenticationType: 'NOT_COMPLETE',
        handedBack: { reason: 'این کد ملی قبلاً ثبت شده است؛ با حساب قبلی وارد شوید.' },
      })
      expect(await pendingOf(userId)).toBeUndefined()
      expect(await accountOf(owner)).toMatchObject({ authenticationType: 'UNIDENTIFIED' })
    })

    test('changes nothing of a form that was sent anew meanwhile', async () => {
      const { user, userId } = await waiting()
      server.pass({ seconds: 60 })
      const { identity } = server.accounts
      const verifyPerson: typeof identity.verifyPerson = async (person) => {
        const answer = await identity.verifyPerson(person)
        await submit(user, await accountForm({ nationalCode: nationalCodeOf('9998') }))
        return answer
      }
      await retryRegistry({ ...server.accounts, identity: { ...identity, verifyPerson } })
      expect(await accountOf(user)).toMatchObject({ authenticationType: 'PENDING' })
      expect(await pendingOf(userId)).toMatchObject({ doubts: [{ what: 'NAME' }] })
    })
  })

  test('whether a number is another user’s is told to its owner alone', async () => {
    const owner = { ...iranianIdentity(), nationalCode: nationalCodeOf('9998') }
    const { userId } = await doubtful(owner)
    await approveIdentity(server.accounts, { userId, operatorId, reason: 'seen', from: FROM })
    const stranger = await signedUp(server)
    const mismatch = await submit(stranger, await accountForm({}, { ...owner, nationalCode: nationalCodeOf('9994') }))
    expect(mismatch.body.code).toBe('BANK_ACCOUNT_MISMATCH')
  })

  test('are listed the oldest first, an operator’s before those of the registry, page by page', async () => {
    await database.query('delete from identity_reviews')
    const first = await waiting()
    const mine: number[] = []
    for (let count = 0; count < 11; count += 1) {
      server.pass({ seconds: 1 })
      mine.push((await doubtful()).userId)
    }
    const expected = [...mine, first.userId]
    const pages = [1, 2, 3].map((page) => listPendingIdentities(database, { page, size: 5 }))
    const read = await Promise.all(pages)
    expect(read.map(({ rows }) => rows.map(({ userId }) => userId))).toEqual([
      expected.slice(0, 5),
      expected.slice(5, 10),
      expected.slice(10),
    ])
    expect(read.map(({ totalPages }) => totalPages)).toEqual([3, 3, 3])
  })
})
