import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTicketMessage } from '#server/store/accounts/ticket-messages.ts'
import { insertTicket, saveTicket } from '#server/store/accounts/tickets.ts'
import { findOwner } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'
import { openedTicket, openTicket, readConversation, writeMessage } from './ticket-steps.ts'

const HOUR = { seconds: 3_600 }
const KEY = 'intention-0001'

onDatabase('a customer who asks the support', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())

  const customer = async () => {
    const user = await signedUp(server)
    return { ...user, userId: (await findOwner(database, { mobile: user.mobile })) ?? 0 }
  }
  const list = (token: string, query = '') => server.ask(`/tickets${query}`, { token })
  /** Writes answered tickets into the store, so that no limit for people who type applies. */
  const answeredTickets = (userId: number, count: number) =>
    database.transaction(async (tx) => {
      for (let number = 1; number <= count; number++) {
        const at = new Date(server.accounts.now().getTime() + number)
        const contentHash = Buffer.alloc(32, number)
        const ticket = { userId, subject: `Ticket ${number}`, type: 'GENERAL' as const, about: undefined, at }
        const id = await insertTicket(tx, { ...ticket, clientKey: undefined, contentHash })
        const first = { ticketId: id, at, operatorId: undefined, internal: false, text: 'Hello', file: undefined }
        await insertTicketMessage(tx, { ...first, clientKey: undefined, contentHash })
        const none = { waitsSince: undefined, assignedTo: undefined, closedAt: undefined }
        await saveTicket(tx, { id, state: 'ADMIN_ANSWERED', updatedAt: at, firstAnsweredAt: at, ...none })
      }
    })

  test('opens a ticket, whose conversation begins with its text, and adds to it', async () => {
    const { token } = await customer()
    const id = await openedTicket(server, token)
    expect((await list(token)).body).toMatchObject({
      totalPages: 1,
      content: [{ id, subject: 'واریز نرسید', type: 'TECHNICAL', status: 'OPENED', closed: false, about: null }],
    })
    expect(await writeMessage(server, token, id, { text: 'شمارهٔ پیگیری ۱۲۳' })).toMatchObject({
      status: 200,
      body: { baseDTO: { text: 'شمارهٔ پیگیری ۱۲۳', customer: true, file: null } },
    })
    const { ticketDTO, pageDTO } = await readConversation(server, token, id)
    expect(ticketDTO).toMatchObject({ id, description: 'پرداخت کردم و نرسید.', status: 'OPENED' })
    expect(pageDTO.content.map(({ text }) => text)).toEqual(['پرداخت کردم و نرسید.', 'شمارهٔ پیگیری ۱۲۳'])
  })

  test('sees and reaches nothing of another customer', async () => {
    const [own, other] = [await customer(), await customer()]
    const id = await openedTicket(server, own.token)
    expect((await list(other.token)).body).toMatchObject({ content: [], totalPages: 0 })
    const none = { status: 404, body: { code: 'TICKET_NOT_FOUND' } }
    expect(await server.ask(`/tickets/message/${id}`, { token: other.token })).toMatchObject(none)
    expect(await writeMessage(server, other.token, id, { text: 'mine?' })).toMatchObject(none)
    expect(await server.ask('/tickets/message/999999999999999999', { token: own.token })).toMatchObject(none)
    expect((await readConversation(server, own.token, id)).pageDTO.content).toHaveLength(1)
    expect(await server.ask('/tickets')).toMatchObject({ status: 401 })
  })

  test('walks a hundred and twenty-three tickets by pages of ten, the newest first', async () => {
    const { token, userId } = await customer()
    await answeredTickets(userId, 123)
    const subjects: unknown[] = []
    for (let page = 1; page <= 13; page++) {
      const { body } = await list(token, `?size=10&page=${page}`)
      expect(body.totalPages).toBe(13)
      subjects.push(...(body.content ?? []).map(({ subject }) => subject))
    }
    expect(subjects).toEqual(Array.from({ length: 123 }, (_, index) => `Ticket ${123 - index}`))
    expect((await list(token)).body.content).toHaveLength(10)
    expect(await list(token, '?size=1000&page=11')).toMatchObject({ status: 400, body: { code: 'PAGE_TOO_FAR' } })
  })

  test('gets the newest messages of a long conversation, and is told of older ones', async () => {
    const { token } = await customer()
    const id = await openedTicket(server, token)
    for (let number = 1; number <= 11; number++) await writeMessage(server, token, id, { text: `message ${number}` })
    const { pageDTO } = await readConversation(server, token, id, '?size=10')
    expect(pageDTO.hasMore).toBe(true)
    expect(pageDTO.content.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, at) => `message ${at + 2}`))
    expect((await readConversation(server, token, id, '?size=12')).pageDTO).toMatchObject({ hasMore: false })
  })

  test('sends the same ticket twice and has one; under one key for ever, without a key for half a minute', async () => {
    const { token } = await customer()
    const keyed = await Promise.all([1, 2, 3].map(() => openTicket(server, token, { clientKey: KEY })))
    const ids = new Set(keyed.map(({ body }) => body.baseDTO?.id))
    expect(ids.size).toBe(1)
    server.pass(HOUR)
    expect((await openTicket(server, token, { clientKey: KEY })).body.baseDTO?.id).toBe([...ids][0])
    expect(await openTicket(server, token, { clientKey: KEY, text: 'Something else' })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    const plain = await Promise.all([1, 2].map(() => openedTicket(server, token, { subject: 'Twice' })))
    expect(new Set(plain).size).toBe(1)
    server.pass({ seconds: 31 })
    expect(plain).not.toContain(await openedTicket(server, token, { subject: 'Twice' }))
    expect((await list(token)).body.content).toHaveLength(3)
  })

  test('sends the same message twice and has one, and the same answer', async () => {
    const { token } = await customer()
    const id = await openedTicket(server, token)
    const sent = await Promise.all([1, 2, 3].map(() => writeMessage(server, token, id, { text: 'A', clientKey: KEY })))
    expect(new Set(sent.map(({ body }) => JSON.stringify(body.baseDTO))).size).toBe(1)
    await Promise.all([1, 2].map(() => writeMessage(server, token, id, { text: 'B' })))
    expect(await writeMessage(server, token, id, { text: 'C', clientKey: KEY })).toMatchObject({
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    server.pass({ seconds: 31 })
    await writeMessage(server, token, id, { text: 'B' })
    const { pageDTO } = await readConversation(server, token, id)
    expect(pageDTO.content.slice(1).map(({ text }) => text)).toEqual(['A', 'B', 'B'])
  })

  test('is told in words what a ticket lacks or has too much of', async () => {
    const { token } = await customer()
    const refused = async (fields: Record<string, string>) => (await openTicket(server, token, fields)).body
    expect(await refused({ subject: '  ' })).toMatchObject({ code: 'TICKET_SUBJECT_REQUIRED', field: 'subject' })
    expect(await refused({ subject: 'x'.repeat(101) })).toMatchObject({ code: 'TICKET_SUBJECT_TOO_LONG' })
    expect(await refused({ text: '' })).toMatchObject({
      code: 'TICKET_TEXT_REQUIRED',
      field: 'text',
      errors: ['پیام خالی است؛ متن بنویسید یا فایل پیوست کنید.'],
    })
    expect(await refused({ text: 'م'.repeat(4_001) })).toMatchObject({ code: 'TICKET_TEXT_TOO_LONG' })
    expect(await refused({ type: 'OTHER' })).toMatchObject({ code: 'BAD_REQUEST', field: 'type' })
    expect(await refused({ priority: 'HIGH' })).toMatchObject({ code: 'BAD_REQUEST', field: 'priority' })
    expect(await refused({ aboutId: '5' })).toMatchObject({ code: 'BAD_REQUEST', field: 'aboutId' })
    const id = await openedTicket(server, token)
    expect((await writeMessage(server, token, id, { text: ' ' })).body).toMatchObject({ code: 'TICKET_TEXT_REQUIRED' })
    expect((await writeMessage(server, token, id, { text: 'م'.repeat(4_000) })).status).toBe(200)
  })

  test('keeps a text letter by letter, markup and all', async () => {
    const { token } = await customer()
    const text = '<img src=x onerror=alert(1)>\n\n‏سلام\u200cها & "quotes"'
    const id = await openedTicket(server, token, { text })
    expect((await readConversation(server, token, id)).pageDTO.content[0]?.text).toBe(text)
  })

  test('opens ten tickets an hour and has ten that wait, and no more', async () => {
    const { token, userId } = await customer()
    for (let number = 1; number <= 10; number++) await openedTicket(server, token, { subject: `Number ${number}` })
    expect(await openTicket(server, token, { subject: 'Number 11' })).toMatchObject({
      status: 409,
      body: { code: 'TICKETS_TOO_MANY' },
    })
    await database.query(
      `update tickets set status = 'ADMIN_ANSWERED', waits_since = null where user_id = $1 and subject = 'Number 3'`,
      [userId],
    )
    const limited = await openTicket(server, token, { subject: 'Number 11' })
    expect(limited).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(limited.retryAfter).toBeGreaterThan(3_000)
    server.pass(HOUR)
    expect((await openTicket(server, token, { subject: 'Number 11' })).status).toBe(200)
  })

  test('writes sixty messages an hour and no more', async () => {
    const { token } = await customer()
    const id = await openedTicket(server, token)
    for (let number = 1; number <= 60; number++) await writeMessage(server, token, id, { text: `message ${number}` })
    expect(await writeMessage(server, token, id, { text: 'message 61' })).toMatchObject({ status: 429 })
    server.pass(HOUR)
    expect((await writeMessage(server, token, id, { text: 'message 61' })).status).toBe(200)
  })

  test('attaches an own order, deposit or withdrawal, and nobody else’s', async () => {
    const [own, other] = [await customer(), await customer()]
    const [coin] = await database.query<{ id: number }>('select id from coins limit 1')
    const ids = { DEPOSIT: await depositOf(own.userId), WITHDRAWAL: await withdrawalOf(own.userId) }
    for (const [aboutKind, aboutId] of Object.entries(ids)) {
      const subject = `About ${aboutKind}`
      const refused = await openTicket(server, other.token, { subject, aboutKind, aboutId })
      expect(refused).toMatchObject({ status: 404, body: { code: 'TICKET_ABOUT_NOT_FOUND', field: 'aboutId' } })
      const id = await openedTicket(server, own.token, { subject, aboutKind, aboutId })
      const { ticketDTO } = (await server.ask(`/tickets/message/${id}`, { token: own.token })).body as never
      expect(ticketDTO).toMatchObject({ about: { kind: aboutKind, id: aboutId } })
    }
    const none = await openTicket(server, own.token, { aboutKind: 'ORDER', aboutId: '999999999999' })
    expect(none.body.code).toBe('TICKET_ABOUT_NOT_FOUND')

    async function depositOf(userId: number): Promise<string> {
      const [row] = await database.query<{ id: bigint }>(
        `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
          values ($1, 1000, 'ZARINPAL', '6037****1234', 'deposit-key', 'x', now()) returning id`,
        [userId],
      )
      return String(row?.id)
    }
    async function withdrawalOf(userId: number): Promise<string> {
      const [row] = await database.query<{ id: bigint }>(
        `insert into withdrawals (id, user_id, coin_id, token_type, address, amount, network_fee, hold_reference, created_at)
          values ($1, $1, $2, 'TRC20', 'T1', 1000, 1, $3, now()) returning id`,
        [userId, coin?.id ?? 1, `hold-${userId}`],
      )
      return String(row?.id)
    }
  })
})
