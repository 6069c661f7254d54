import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/operations-users.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from '../accounts/account-form.ts'
import { type SignedUp, signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase('an operator who looks at doubtful forms', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let token: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  /** A user whose name the registry doubts. */
  async function doubtful(): Promise<{ user: SignedUp; id: string }> {
    const user = await signedUp(server.people)
    const form = await accountForm({}, { ...iranianIdentity(), nationalCode: nationalCodeOf('9998') })
    const sent = await server.people.ask('/users/account', { method: 'POST', form, token: user.token })
    expect(sent.body.baseDTO).toMatchObject({ authenticationType: 'PENDING' })
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [user.mobile])
    return { user, id: String(row?.id) }
  }
  const get = (path: string) => server.ask(`/operations/identities${path}`, { method: 'GET', token })
  const decide = (id: string, how: string, reason: string) =>
    server.ask(`/operations/identities/${id}/${how}`, { json: { reason }, token })
  const accountOf = async ({ token: own }: SignedUp, language: 'fa' | 'en' = 'fa') =>
    (await server.people.ask('/users/account', { token: own, language })).body.baseDTO

  test('sees the form, the registry’s answer and the photos, and each view of a photo is in the log', async () => {
    const { user, id } = await doubtful()
    const list = await get('')
    expect(list.body.content).toMatchObject([{ id, mobileNumber: user.mobile, doubts: [{ what: 'NAME' }] }])
    const form = (await get(`/${id}`)).body.baseDTO
    expect(form).toMatchObject({
      lastName: 'کریمی نژاد',
      documents: ['image', 'backImage', 'documentImage'],
      bankAccounts: [{ verified: false }],
    })
    const photo = await fetch(`${server.url}/api/operations/identities/${id}/documents/image`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(photo.headers.get('cache-control')).toBe('no-store')
    expect([...new Uint8Array(await photo.arrayBuffer()).slice(0, 2)]).toEqual([0xff, 0xd8])
    const strange = await fetch(photo.url, { headers: { authorization: `Bearer ${user.token}` } })
    expect(strange.status).toBe(403)
    const viewed = (await readEvents(database, Number(id))).filter(({ kind }) => kind === 'DOCUMENT_VIEWED')
    expect(viewed).toMatchObject([{ operator: BigInt(sara.id), details: { document: 'image' } }])
    await decide(id, 'approve', 'Seen')
    // The pictures of a decided form demand a code of the authenticator, so that a browser left open does not show them.
    const open = () => server.ask(`/operations/users/${id}/documents`, { token })
    expect((await open()).body.baseDTO).toEqual({ documents: ['image', 'backImage', 'documentImage'] })
    server.people.pass({ seconds: 10 * 60 + 1 })
    const again = () => fetch(photo.url, { headers: { authorization: `Bearer ${token}` } })
    expect([(await again()).status, (await open()).body.code]).toEqual([403, 'PROOF_REQUIRED'])
    expect((await server.ask('/operations/prove', { json: { code: sara.code() }, token })).status).toBe(200)
    expect([(await again()).status, (await open()).status]).toEqual([200, 200])
  })

  test('approves: the account is verified, and its user trades', async () => {
    const { user, id } = await doubtful()
    expect(await decide(id, 'approve', 'ok')).toMatchObject({ status: 400, body: { field: 'reason' } })
    expect(await decide(id, 'approve', 'The card shows the same name')).toMatchObject({
      status: 200,
      body: { baseDTO: { authenticationType: 'AUTHORIZED' } },
    })
    expect(await accountOf(user)).toMatchObject({ authorized: true })
    expect(await get(`/${id}`)).toMatchObject({ status: 409, body: { code: 'IDENTITY_NOT_PENDING' } })
    expect(await decide(id, 'approve', 'Once more')).toMatchObject({ body: { code: 'IDENTITY_NOT_PENDING' } })
    const events = await readEvents(database, Number(id))
    expect(events.find(({ kind }) => kind === 'IDENTITY_APPROVED')).toMatchObject({
      operator: BigInt(sara.id),
      details: { reason: 'The card shows the same name' },
    })
  })

  test('takes a form, which others see, and which another may take over', async () => {
    const { id } = await doubtful()
    const leila = await server.addOperator('Leila Rad', ['RISK'])
    const hers = await server.logIn(leila)
    const claimed = async (as: string) =>
      (await server.ask(`/operations/identities/${id}`, { method: 'GET', token: as })).body.baseDTO?.claim
    const claim = (as: string, of = id) => server.ask(`/operations/identities/${of}/claim`, { token: as })
    expect(await claimed(hers)).toBeNull()
    expect((await claim(token)).status).toBe(200)
    expect(await claimed(hers)).toMatchObject({ name: 'Sara Karimi', isOwn: false })
    expect(await claimed(token)).toMatchObject({ isOwn: true })
    expect((await claim(hers)).status).toBe(200)
    expect((await get('')).body.content?.find((row) => row.id === id)).toMatchObject({ claim: { name: 'Leila Rad' } })
    const taken = (await readEvents(database, Number(id))).filter(({ kind }) => kind === 'IDENTITY_CLAIMED')
    expect(taken.map(({ operator }) => operator)).toEqual([BigInt(sara.id), BigInt(leila.id)])
    await decide(id, 'approve', 'Seen')
    expect(await claim(token)).toMatchObject({ body: { code: 'IDENTITY_NOT_PENDING' } })
  })

  test('a card whose owner the bank does not name stays unverified until two say otherwise, and either is taken back', async () => {
    const reza = await server.addOperator('Reza Amini')
    const user = await signedUp(server.people)
    const form = await accountForm({}, { ...iranianIdentity(), nationalCode: nationalCodeOf('9989') })
    await server.people.ask('/users/account', { method: 'POST', form, token: user.token })
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [user.mobile])
    const id = String(row?.id)
    expect((await get(`/${id}`)).body.baseDTO?.doubts).toContainEqual(expect.objectContaining({ what: 'BANK_ACCOUNT' }))
    expect((await decide(id, 'approve', 'The card of identity is right')).status).toBe(200)
    const verified = async () =>
      (await server.people.ask('/users/verified-bank-accounts', { token: user.token })).body.content
    const page = async () =>
      getUser.response.parse((await server.ask(`/operations/users/${id}`, { method: 'GET', token })).body).baseDTO
    const onUser = (what: string, reason: string) =>
      server.ask(`/operations/users/${id}/${what}`, { json: { reason }, token })
    expect(await verified()).toEqual([])
    const [card] = (await page()).cards
    expect(card).toMatchObject({ verified: false, doubted: true })
    const proposed = await onUser(`cards/${card?.id}/verify`, 'A letter of the bank')
    const approve = (as: string) =>
      server.ask(`/operations/proposals/${proposed.body.baseDTO?.id}/approve`, { json: { reason: 'Seen' }, token: as })
    expect(await approve(token)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(await server.logIn(reza))).status).toBe(200)
    expect(await verified()).toHaveLength(1)
    expect((await onUser(`cards/${card?.id}/unverify`, 'The letter was forged')).status).toBe(200)
    expect(await verified()).toEqual([])
    expect(await onUser('cards/999999/unverify', 'No such card')).toMatchObject({ body: { code: 'NOT_FOUND' } })
    expect((await onUser('revoke-identity', 'The document was forged')).status).toBe(200)
    expect(await onUser('revoke-identity', 'Once more')).toMatchObject({ body: { code: 'NOTHING_TO_CHANGE' } })
    expect(await accountOf(user)).toMatchObject({
      authorized: false,
      handedBack: { reason: 'The document was forged' },
    })
    expect((await readEvents(database, Number(id))).map(({ kind }) => kind).slice(-5)).toEqual([
      ...['IDENTITY_APPROVED', 'VERIFY_CARD_PROPOSED', 'CARD_VERIFIED', 'CARD_UNVERIFIED', 'IDENTITY_REVOKED'],
    ])
    const notices = await database.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [
      id,
    ])
    expect(notices.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['CARD_VERIFIED', 'CARD_UNVERIFIED', 'IDENTITY_REVOKED']),
    )
  })

  test('hands a form back with a reason that the user reads in the language of the user', async () => {
    const { user, id } = await doubtful()
    expect((await decide(id, 'hand-back', 'BLURRED')).status).toBe(200)
    expect((await accountOf(user))?.handedBack).toMatchObject({
      reason: 'تصویر خوانا نیست؛ در نور کافی دوباره عکس بگیرید.',
    })
    expect((await accountOf(user, 'en'))?.handedBack).toMatchObject({
      reason: "Photo isn't readable. Retake it in good light.",
    })
  })

  test('gets the oldest first, twenty a page', async () => {
    const waiting: string[] = []
    for (let each = 0; each < 22; each++) {
      waiting.push((await doubtful()).id)
      server.people.pass({ seconds: 60 })
    }
    const first = await get('')
    const { next } = first.body as { next?: string }
    const second = await get(`?before=${next}`)
    const ids = [...(first.body.content ?? []), ...(second.body.content ?? [])].map((row) => row.id)
    expect(first.body.content).toHaveLength(20)
    expect(ids).toEqual(waiting)
  }, 300_000)
})
