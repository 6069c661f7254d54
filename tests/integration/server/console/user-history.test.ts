import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type SignedUp, signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer } from './console-server.ts'

onDatabase("what a customer has done, on an operator's screen", (open) => {
  let database: Database
  let server: ConsoleServer
  let ali: SignedUp
  let id: string
  let token: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    token = await server.logIn(await server.addOperator('Sara Karimi', ['SUPPORT']))
    ali = await signedUp(server.people)
    id = await idOf(ali)
  })
  afterAll(() => server.close())

  const idOf = async ({ mobile }: SignedUp) => {
    const { body } = await server.ask('/operations/users/search', { json: { search: mobile }, token })
    return String(body.content?.[0]?.id)
  }
  const list = (name: string, before = '', by = token, of = id) =>
    server.ask(`/operations/users/${of}/${name}?before=${before}`, { method: 'GET', token: by })
  const note = (text: string, by = token, of = id) =>
    server.ask(`/operations/users/${of}/notes`, { json: { text }, token: by })

  test('deposits are read on page by page, of this customer alone, with why somebody has to look', async () => {
    const other = await idOf(await signedUp(server.people))
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at, fault)
        select $1, 50000000000, 'ZARINPAL', '603799******1234', 'k' || n, 'f', now(), case n when 23 then 'AMOUNT_DIFFERS' end
        from generate_series(1, 23) n`,
      [id],
    )
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
        values ($1, 1, 'ZARINPAL', '603799******9999', 'k', 'f', now())`,
      [other],
    )
    const first = await list('deposits')
    expect(first.body.content).toHaveLength(20)
    expect(first.body.content?.[0]).toMatchObject({
      amount: '50000',
      transactionStatus: 'RAISED_BY_USER',
      fault: 'AMOUNT_DIFFERS',
    })
    expect(first.body.content?.[1]).toMatchObject({ fault: null })
    const second = await list('deposits', String(first.body.next))
    expect(second.body.content).toHaveLength(3)
    expect(second.body.next).toBeUndefined()
    expect((await list('deposits', '', token, other)).body.content).toHaveLength(1)
  })

  test('orders, trades and tickets are lists of their own', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ subject: 'My deposit', type: 'GENERAL', text: 'It did not arrive.' }))
      form.append(name, value)
    expect((await server.people.ask('/tickets', { method: 'POST', form, token: ali.token })).status).toBe(200)
    expect((await list('tickets')).body.content).toMatchObject([{ subject: 'My deposit', status: 'OPENED' }])
    expect((await list('order-history')).body).toMatchObject({ content: [] })
    expect((await list('trades')).body).toMatchObject({ content: [] })
  })

  test('a note is kept for colleagues with its writer, and the same one sent at once is one', async () => {
    const twice = await Promise.all([note('Called back at noon.'), note('Called back at noon.')])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(twice.map(({ body }) => body.baseDTO?.id)).size).toBe(1)
    expect((await note('Sent the receipt.')).status).toBe(200)
    const { body } = await list('notes')
    expect(body.content).toMatchObject([
      { text: 'Sent the receipt.', by: 'Sara Karimi' },
      { text: 'Called back at noon.', by: 'Sara Karimi' },
    ])
    expect(await note('ab')).toMatchObject({ status: 400, body: { field: 'text' } })
    const reader = await server.logIn(await server.addOperator('Nima Rad', ['READ']))
    expect(await note('Not for readers', reader)).toMatchObject({ body: { code: 'OPERATOR_RIGHT_MISSING' } })
    expect((await list('notes', '', reader)).body.content).toHaveLength(2)
  })

  test('nobody who is no customer has lists or notes', async () => {
    for (const name of ['deposits', 'order-history', 'trades', 'tickets', 'notes'])
      expect(await list(name, '', token, '999999')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await note('Who is it?', token, '999999')).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
  })
})
