import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findOwner } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { pdf } from '#tests/builders/pdf.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type SignedUp, signedUp } from '../accounts/steps.ts'
import { formOf, openedTicket, readConversation, writeMessage } from '../accounts/ticket-steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

const Rows = z.object({ content: z.array(z.object({ id: z.string() })), next: z.optional(z.string()) })

onDatabase('an operator of the support', (open) => {
  let database: Database
  let server: ConsoleServer
  let [sara, reza]: TestOperator[] = []
  let token: string
  let colleagues: string
  let customer: SignedUp & { userId: number }

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Ahmadi')
    customer = await newCustomer()
  })
  afterAll(() => server.close())

  async function newCustomer() {
    const user = await signedUp(server.people)
    return { ...user, userId: (await findOwner(database, { mobile: user.mobile })) ?? 0 }
  }
  const get = (path: string, as = token) => server.ask(path, { method: 'GET', token: as })
  const act = (id: string, how: string, json: object = {}, as = token) =>
    server.ask(`/operations/tickets/${id}/${how}`, { ...(how === 'take' ? {} : { json }), token: as })
  const answer = (
    id: string,
    fields: Record<string, string>,
    { file, as = token }: { file?: Blob; as?: string } = {},
  ) => server.ask(`/operations/tickets/${id}/answer`, { form: formOf(fields, file, 'answer.pdf'), token: as })
  const work = async (id: string) => (await get(`/operations/tickets/${id}`)).body.baseDTO
  const see = (id: string, who: SignedUp = customer) => readConversation(server.people, who.token, id)
  /** Logs in again, because sessions last half an hour of the server's clock. */
  const logIn = async () => {
    if (sara) token = await server.logIn(sara)
    if (reza) colleagues = await server.logIn(reza)
  }

  test('sees who waits, the longest first, twenty a page, with the figures of the queue', async () => {
    const people = [await newCustomer(), await newCustomer(), await newCustomer()]
    const opened: string[] = []
    for (let number = 0; number < 24; number++) {
      server.people.pass({ seconds: 300 })
      const asker = people[number % people.length]
      if (asker) opened.push(await openedTicket(server.people, asker.token, { subject: `Number ${number}` }))
    }
    await logIn()
    const first = await get('/operations/tickets')
    const page = Rows.parse(first.body)
    expect(page.content).toHaveLength(20)
    const rest = Rows.parse((await get(`/operations/tickets?before=${page.next}`)).body)
    expect([...page.content, ...rest.content].map(({ id }) => id)).toEqual(opened)
    expect(rest.next).toBeUndefined()
    for (const before of ['0', '999999999999999999'])
      expect((await get(`/operations/tickets?before=${before}`)).status).toBe(200)
    const [oldest = '', second = ''] = opened
    expect(first.body).toMatchObject({ baseDTO: { waiting: 24, firstAnswerMinutes: null } })
    await answer(oldest, { text: 'Done' })
    await answer(second, { text: 'Done too' })
    const answered = Rows.parse((await get('/operations/tickets?which=ANSWERED')).body)
    expect(answered.content.map(({ id }) => id)).toEqual([second, oldest])
    const figures = (await get('/operations/tickets')).body.baseDTO
    // The customers waited about two hours: twenty-three other tickets followed five minutes apart.
    expect(figures).toMatchObject({ waiting: 22, firstAnswerMinutes: expect.toSatisfy((minutes) => minutes > 110) })
    const pending = await get('/operations/tickets?status=PENDING')
    expect(pending.body.content).toEqual([])
    await act(opened[5] ?? '', 'take')
    expect((await get('/operations/tickets?status=PENDING')).body.content).toMatchObject([
      { id: opened[5], status: 'PENDING', assignedTo: { name: 'Sara Karimi' } },
    ])
    expect(Rows.parse((await get('/operations/tickets?which=MINE')).body).content[0]).toEqual(
      expect.objectContaining({ id: opened[5] }),
    )
  })

  test('takes a ticket, answers it once, and the customer is told', async () => {
    await logIn()
    const id = await openedTicket(server.people, customer.token, { subject: 'کارت من' })
    expect((await act(id, 'take')).status).toBe(200)
    expect(await act(id, 'take')).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_CHANGE' } })
    expect((await see(id)).ticketDTO.status).toBe('PENDING')
    const sent = { text: 'Your card is fine.', clientKey: 'answer-0001' }
    expect(await Promise.all([answer(id, sent), answer(id, sent)])).toMatchObject([{ status: 200 }, { status: 200 }])
    const { ticketDTO, pageDTO } = await see(id)
    expect(ticketDTO.status).toBe('ADMIN_ANSWERED')
    expect(pageDTO.content.slice(1)).toMatchObject([{ text: 'Your card is fine.', customer: false }])
    const notices = await database.query<{ kind: string; params: string }>(
      'select kind, params from notices where user_id = $1',
      [customer.userId],
    )
    expect(notices.filter(({ kind }) => kind === 'TICKET_ANSWERED').map(({ params }) => JSON.parse(params))).toEqual([
      { subject: 'کارت من', ticketId: id },
    ])
    await writeMessage(server.people, customer.token, id, { text: 'متشکرم' })
    expect((await see(id)).ticketDTO.status).toBe('CUSTOMER_ANSWERED')
  })

  test('leaves a colleague’s ticket to the colleague until it is taken over, or handed over', async () => {
    await logIn()
    const id = await openedTicket(server.people, customer.token, { subject: 'Whose' })
    await act(id, 'take', {}, colleagues)
    expect(await answer(id, { text: 'Mine' })).toMatchObject({ status: 409, body: { code: 'TICKET_OF_ANOTHER' } })
    expect(await act(id, 'close', { reason: 'Solved' })).toMatchObject({ body: { code: 'TICKET_OF_ANOTHER' } })
    expect(await act(id, 'hand-over', { operatorId: String(customer.userId) }, colleagues)).toMatchObject({
      status: 404,
      body: { code: 'OPERATOR_NOT_FOUND' },
    })
    expect((await act(id, 'hand-over', { operatorId: String(sara?.id) }, colleagues)).status).toBe(200)
    expect(await work(id)).toMatchObject({ assignedTo: { name: 'Sara Karimi' }, status: 'PENDING' })
    expect((await answer(id, { text: 'Mine now' })).status).toBe(200)
    expect((await get('/operations/ticket-operators')).body.content).toMatchObject([
      { name: 'Reza Ahmadi' },
      { name: 'Sara Karimi' },
    ])
  })

  test('notes what no answer to the customer ever holds', async () => {
    await logIn()
    const id = await openedTicket(server.people, customer.token, { subject: 'Notes' })
    const before = JSON.stringify(await see(id))
    const secret = 'The registry says that he moved.'
    expect((await act(id, 'note', { text: secret })).status).toBe(200)
    expect(await work(id)).toMatchObject({
      messages: [
        { customer: true, internal: false },
        { text: secret, internal: true, operatorName: 'Sara Karimi' },
      ],
    })
    expect(JSON.stringify(await see(id))).toBe(before)
    const list = await server.people.ask('/tickets', { token: customer.token })
    expect(JSON.stringify(list.body)).not.toContain(secret)
    expect((await see(id)).pageDTO.content).toHaveLength(1)
    const notices = await database.query<{ params: string }>('select params from notices where user_id = $1', [
      customer.userId,
    ])
    expect(JSON.stringify(notices)).not.toContain(secret)
    // A note is not an answer: the customer still waits.
    expect((await see(id)).ticketDTO.status).toBe('OPENED')
    expect((await work(id))?.firstAnsweredAt).toBeNull()
  })

  test('closes a ticket, which the customer’s next message opens again for anybody', async () => {
    await logIn()
    const id = await openedTicket(server.people, customer.token, { subject: 'Close me' })
    expect(await act(id, 'close', { reason: '' })).toMatchObject({ status: 400, body: { field: 'reason' } })
    expect((await act(id, 'close', { reason: 'Solved by phone' })).status).toBe(200)
    expect((await see(id)).ticketDTO).toMatchObject({ status: 'ADMIN_ANSWERED', closed: true })
    for (const refused of [answer(id, { text: 'Late' }), act(id, 'take'), act(id, 'close', { reason: 'Again' })])
      expect(await refused).toMatchObject({ status: 409, body: { code: 'TICKET_CLOSED' } })
    expect((await get('/operations/tickets?which=CLOSED')).body.content).toMatchObject([{ id, closed: true }])
    await writeMessage(server.people, customer.token, id, { text: 'It is not solved' })
    expect(await work(id)).toMatchObject({ status: 'CUSTOMER_ANSWERED', closed: false, assignedTo: null })
  })

  test('has every act in the audit log, under the operator and the customer', async () => {
    await logIn()
    const asker = await newCustomer()
    const id = await openedTicket(server.people, asker.token)
    await act(id, 'take')
    await act(id, 'note', { text: 'A note' })
    await answer(id, { text: 'An answer' })
    await act(id, 'close', { reason: 'Solved' })
    const events = (await readEvents(database, asker.userId)).filter(({ kind }) => kind.startsWith('TICKET_'))
    expect(events.map(({ kind, operator }) => ({ kind, operator }))).toEqual(
      ['TICKET_TAKEN', 'TICKET_NOTED', 'TICKET_ANSWERED', 'TICKET_CLOSED'].map((kind) => ({
        kind,
        operator: BigInt(sara?.id ?? 0),
      })),
    )
    expect(events.at(-1)?.details).toEqual({ ticket: Number(id), reason: 'Solved' })
    expect(JSON.stringify(events.map(({ details }) => details))).not.toContain('A note')
  })

  test('sends a file that the customer downloads, and downloads the customer’s, which is in the log', async () => {
    await logIn()
    const asker = await newCustomer()
    const id = await openedTicket(server.people, asker.token)
    const [came, gone] = [pdf('% from the customer'), pdf('% from the operator')]
    await writeMessage(server.people, asker.token, id, { file: came })
    expect((await answer(id, {}, { file: new Blob([new Uint8Array(gone)]) })).status).toBe(200)
    const [, theirs, ours] = (await see(id, asker)).pageDTO.content
    const fetchAs = (path: string, as: string) =>
      fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${as}` } })
    const seen = await fetchAs(`/operations/tickets/${id}/files/${theirs?.file}`, token)
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(came)
    expect(seen.headers.get('content-disposition')).toMatch(/^attachment/)
    const own = await fetch(`${server.people.url}/api/files/download?fileName=${ours?.file}`, {
      headers: { authorization: `Bearer ${asker.token}` },
    })
    expect(Buffer.from(await own.arrayBuffer())).toEqual(gone)
    const another = await openedTicket(server.people, asker.token, { subject: 'Another' })
    for (const [path, as, status] of [
      [`/operations/tickets/${another}/files/${theirs?.file}`, token, 404],
      [`/operations/tickets/${id}/files/..%2Finstallation`, token, 404],
      [`/operations/tickets/${id}/files/${theirs?.file}`, asker.token, 403],
    ] as const)
      expect((await fetchAs(path, as)).status, path).toBe(status)
    const views = (await readEvents(database, asker.userId)).filter(({ kind }) => kind === 'TICKET_FILE_VIEWED')
    expect(views).toMatchObject([{ operator: BigInt(sara?.id ?? 0), details: { file: theirs?.file } }])
  })

  test('keeps ready answers in both languages', async () => {
    await logIn()
    const seeded = (await get('/operations/canned-answers')).body.content ?? []
    expect(seeded.length).toBeGreaterThan(2)
    const text = { title: 'Fees', fa: 'کارمزد در صفحهٔ کارمزدها است.', en: 'See the fees page.' }
    const added = await server.ask('/operations/canned-answers', { json: text, token })
    const path = `/operations/canned-answers/${added.body.baseDTO?.id}`
    const changed = await server.ask(path, { method: 'PUT', json: { ...text, en: 'The fees page has them.' }, token })
    expect(changed.status).toBe(200)
    expect((await get('/operations/canned-answers')).body.content).toContainEqual(
      expect.objectContaining({ ...text, en: 'The fees page has them.', changedBy: 'Sara Karimi' }),
    )
    expect(await server.ask('/operations/canned-answers', { json: { ...text, fa: ' ' }, token })).toMatchObject({
      status: 400,
      body: { field: 'fa' },
    })
    expect((await server.ask(path, { method: 'DELETE', token })).status).toBe(200)
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await server.ask(path, { method, ...(method === 'PUT' ? { json: text } : {}), token })).toMatchObject({
        status: 404,
        body: { code: 'CANNED_ANSWER_NOT_FOUND' },
      })
  })

  test('is the only one who comes here', async () => {
    await logIn()
    const id = await openedTicket(server.people, customer.token, { subject: 'Closed doors' })
    const calls = ['/operations/tickets', `/operations/tickets/${id}`, '/operations/canned-answers']
    for (const path of calls) expect(await get(path, customer.token)).toMatchObject({ status: 403 })
    expect(await answer(id, { text: 'Me' }, { as: customer.token })).toMatchObject({ status: 403 })
    expect(await get('/operations/tickets/999999999999999999')).toMatchObject({ body: { code: 'TICKET_NOT_FOUND' } })
  })

  test('finds a ticket by its number, its words or its day, of any customer, and each search is in the log', async () => {
    const anna = await newCustomer()
    const deposit = await openedTicket(server.people, anna.token, { subject: 'My deposit is late' })
    await logIn()
    const find = async (search: string, days: object = {}) => {
      const { body } = await server.ask('/operations/tickets/search', { json: { search, ...days }, token })
      return Rows.parse(body).content.map(({ id }) => id)
    }
    expect(await find(deposit)).toContain(deposit)
    expect(await find('deposit late')).toEqual([deposit])
    // The signs of a LIKE pattern match literally.
    expect(await find('deposit%late')).toEqual([])
    await act(deposit, 'note', { text: 'The gateway holds it', clientKey: crypto.randomUUID() })
    expect(await find('gateway HOLDS')).toEqual([deposit])
    const today = new Date(server.people.accounts.now().getTime() + 12_600_000).toISOString().slice(0, 10)
    expect(await find('deposit', { from: today, to: today })).toEqual([deposit])
    expect(await find('deposit', { to: '2020-01-01' })).toEqual([])
    const logged = await database.query<{ count: bigint }>(
      `select count(*) from audit_log where kind = 'TICKETS_SEARCHED'`,
    )
    expect(logged[0]?.count).toBe(6n)
  })
})
