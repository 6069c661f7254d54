import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeSentence, noticeSubject } from '#server/notifications/notice-sentence.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const NO_NAMES = { coinBySymbol: new Map(), marketBySymbol: new Map() }
const ALL = { language: 'ALL', level: 'ALL', verified: false }
const MESSAGES = {
  fa: { title: 'تعطیلی فردا', text: 'بازار طلا فردا بسته است.' },
  en: { title: 'Closed tomorrow', text: 'Gold markets are closed tomorrow.' },
}

onDatabase('a message to many users', (open) => {
  let database: Database
  let server: ConsoleServer
  let mina: TestOperator
  let sara: TestOperator
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    mina = await server.addOperator('Mina Rad', ['SUPPORT'])
    sara = await server.addOperator('Sara Karimi', ['SUPPORT'])
  })
  afterAll(() => server.close())

  const send = async (body: object = {}, who = mina) =>
    server.ask('/operations/broadcasts', {
      json: { receiverFilter: ALL, messages: MESSAGES, clientKey: randomUUID(), reason: 'A holiday', ...body },
      token: await server.logIn(who),
    })
  const preview = async (receiverFilter: object) =>
    (await server.ask('/operations/broadcasts/preview', { json: { receiverFilter }, token: await server.logIn(mina) }))
      .body.baseDTO
  const noticesSent = () =>
    database.query<{ user_id: bigint; params: string }>(
      `select user_id, params from notices where kind = 'BROADCAST' order by id`,
    )

  test('goes to nobody where there is nobody', async () => {
    expect(await preview(ALL)).toEqual({ receivers: 0, needsApproval: false })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'BROADCAST_TO_NOBODY' } })
  })

  test('names no site, by which many would be led astray, and may have numbers and sentences', async () => {
    const write = (text: string) => send({ messages: { ...MESSAGES, en: { ...MESSAGES.en, text } } })
    for (const text of ['Sign in at kimia-login.evil.example now', 'See kimia．ir', 'کیمیا.com را ببینید'])
      expect(await write(text)).toMatchObject({ status: 400, body: { code: 'BROADCAST_HAS_ADDRESS' } })
    for (const text of ['From 9 a.m. the fee is 0.25 percent. All else stays.', 'فردا بازار بسته است.'])
      expect(await write(text)).toMatchObject({ body: { code: 'BROADCAST_TO_NOBODY' } })
  })

  test('is counted before it goes, and read by each in the own language, once however often it is pressed', async () => {
    const users = []
    for (let each = 0; each < 11; each++) users.push((await verifiedUser(database)).userId)
    const [english, frozen, vip] = users
    await database.query(`update users set language = 'en' where id = $1`, [english ?? 0])
    await database.query(`update users set blocked_at = now() where id = $1`, [frozen ?? 0])
    await database.query(`update users set level = 'VIP_3' where id = $1`, [vip ?? 0])
    await signedUp(server.people)
    expect(await preview(ALL)).toEqual({ receivers: 11, needsApproval: false })
    expect(await preview({ ...ALL, verified: true })).toMatchObject({ receivers: 10 })
    expect(await preview({ ...ALL, language: 'en' })).toMatchObject({ receivers: 1 })
    expect(await preview({ ...ALL, level: 'VIP_3' })).toMatchObject({ receivers: 1 })
    const clientKey = randomUUID()
    expect((await send({ clientKey })).body.baseDTO).toEqual({ sent: 11, proposal: null })
    expect((await send({ clientKey })).body.baseDTO).toEqual({ sent: 11, proposal: null })
    const notices = await noticesSent()
    expect(notices).toHaveLength(11)
    expect(notices.filter(({ user_id }) => user_id === BigInt(frozen ?? 0))).toEqual([])
    for (const { params } of notices)
      for (const language of ['fa', 'en'] as const) {
        const facts = { kind: 'BROADCAST', params: JSON.parse(params), language, names: NO_NAMES } as const
        expect(noticeSubject(facts)).toBe(MESSAGES[language].title)
        expect(noticeSentence(facts, { showsAmounts: true })).toBe(MESSAGES[language].text)
      }
    const acts = await database.query<{ details: object }>(
      `select details::json as details from audit_log where kind = 'BROADCAST_SENT'`,
    )
    expect(acts.map(({ details }) => details)).toMatchObject([
      { receivers: 11, title: 'تعطیلی فردا', reason: 'A holiday' },
    ])
  })

  test('takes two operators above a thousand, and goes to whom it is written when the second approves', async () => {
    await database.query(
      `insert into users (mobile, referral_code, created_at)
        select '+98935' || lpad(n::text, 7, '0'), 'many-' || n, now() from generate_series(1, 1000) as n`,
    )
    expect(await preview(ALL)).toEqual({ receivers: 1_011, needsApproval: true })
    const before = (await noticesSent()).length
    const clientKey = randomUUID()
    const { body } = await send({ clientKey })
    expect(body.baseDTO).toEqual({ sent: null, proposal: expect.any(String) })
    expect(await noticesSent()).toHaveLength(before)
    expect(await send({ clientKey })).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    const proposals = async () =>
      (await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(sara) })).body.content
    const shown = { receiverFilter: ALL, messages: MESSAGES }
    expect(await proposals()).toMatchObject([{ kind: 'BROADCAST', broadcast: { ...shown, receivers: 1_011 } }])
    const approve = async (who: TestOperator) =>
      server.ask(`/operations/proposals/${body.baseDTO?.proposal}/approve`, {
        json: { reason: 'Read it' },
        token: await server.logIn(who),
      })
    expect(await approve(mina)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(sara)).status).toBe(200)
    expect(await noticesSent()).toHaveLength(before + 1_011)
    expect(await proposals()).toMatchObject([{ state: 'APPROVED', broadcast: { ...shown, receivers: null } }])
    expect((await send({ clientKey })).body.baseDTO).toEqual({ sent: 1_011, proposal: null })
    const listed = await server.ask('/operations/broadcasts', { method: 'GET', token: await server.logIn(mina) })
    expect(listed.body.content).toMatchObject([
      { receivers: 1_011, sentBy: 'Mina Rad', receiverFilter: ALL, messages: MESSAGES },
      { receivers: 11 },
    ])
  })

  test('the list goes on by its cursor, twenty-five messages and more', async () => {
    for (let each = 0; each < 25; each++)
      expect((await send({ receiverFilter: { ...ALL, level: 'VIP_3' } })).status).toBe(200)
    const token = await server.logIn(mina)
    const first = await server.ask('/operations/broadcasts', { method: 'GET', token })
    const { next } = first.body as { next?: string }
    const second = await server.ask(`/operations/broadcasts?before=${next}`, { method: 'GET', token })
    expect(first.body.content).toHaveLength(20)
    expect(second.body.content).toHaveLength(7)
  })

  test('many small messages of one operator within a day take a second one like a great one', async () => {
    const few = { receiverFilter: { ...ALL, level: 'VIP_3' } }
    await database.query('update broadcasts set receivers = 970 where receivers = 11')
    expect(await preview(few.receiverFilter)).toEqual({ receivers: 1, needsApproval: false })
    for (let each = 0; each < 5; each++) expect((await send(few)).body.baseDTO).toMatchObject({ sent: 1 })
    expect(await preview(few.receiverFilter)).toEqual({ receivers: 1, needsApproval: true })
    expect((await send(few)).body.baseDTO).toMatchObject({ sent: null, proposal: expect.any(String) })
    expect((await send(few, sara)).body.baseDTO).toMatchObject({ sent: 1 })
    server.people.pass({ seconds: 24 * 3_600 })
    expect((await send(few)).body.baseDTO).toMatchObject({ sent: 1 })
  })

  test('what is no message is refused', async () => {
    for (const part of [
      { messages: { fa: MESSAGES.fa } },
      { messages: { ...MESSAGES, en: { title: '', text: 'x' } } },
      { receiverFilter: { ...ALL, level: 'KING' } },
      { clientKey: 'x' },
      { reason: '' },
    ])
      expect((await send(part)).status).toBe(400)
  })
})
