import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { logIn, PASSWORD, signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

onDatabase('operators', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
  })
  afterAll(() => server.close())

  const enter = (how: { mobileNumber?: string; password?: string; code?: string; from?: string }) => {
    const { from = '5.160.9.9', ...given } = how
    const json = { mobileNumber: sara.mobile, password: sara.password, code: sara.code(), ...given }
    return server.ask('/operations/login', { json, headers: { 'x-forwarded-for': from } })
  }

  test('sign in with password and authenticator, to a cookie of their own', async () => {
    server.people.pass({ seconds: 60 })
    const code = sara.code()
    const entered = await enter({ code })
    expect(entered.status).toBe(200)
    expect(entered.cookie).toMatch(/^kimia_operator=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/)
    const me = await server.ask('/operations/me', { method: 'GET', token: entered.body.token })
    expect(me.body.baseDTO).toMatchObject({ id: String(sara.id), name: 'Sara Karimi' })
    const listed = await server.ask('/operations/operators', { method: 'GET', token: entered.body.token })
    const lastSignInAt = server.people.accounts.now().toISOString()
    expect(listed.body.content).toContainEqual(expect.objectContaining({ id: String(sara.id), lastSignInAt }))
    // Our own page has its session in the cookie alone.
    server.people.pass({ seconds: 60 })
    const json = { mobileNumber: sara.mobile, password: sara.password, code: sara.code() }
    const own = await server.ask('/operations/login', { json, headers: { 'x-kimia-client': 'web' } })
    expect([own.status, own.body.token]).toEqual([200, null])
    expect(own.cookie).toMatch(/^kimia_operator=[^;]{40,};/)
    // A code works once.
    expect(await enter({ code })).toMatchObject({ status: 401, body: { code: 'OPERATOR_LOGIN_REFUSED' } })
  })

  test('get their messages in the language of their last login', async () => {
    const languageOf = async () => {
      const [row] = await database.query<{ language: string }>('select language from users where id = $1', [sara.id])
      return row?.language
    }
    for (const language of ['en', 'fa']) {
      server.people.pass({ seconds: 60 })
      const json = { mobileNumber: sara.mobile, password: sara.password, code: sara.code() }
      const headers = { language, 'x-forwarded-for': '5.160.9.8' }
      expect((await server.ask('/operations/login', { json, headers })).status).toBe(200)
      expect(await languageOf()).toBe(language)
    }
  })

  test('are refused in one way, whatever is wrong', async () => {
    server.people.pass({ seconds: 60 })
    const customer = await signedUp(server.people)
    const wrong = [
      await enter({ password: 'Something1', from: '5.160.2.1' }),
      await enter({ code: '000000', from: '5.160.2.2' }),
      await enter({ code: 'no', from: '5.160.2.3' }),
      await enter({ mobileNumber: '09129999999', from: '5.160.2.4' }),
      await enter({ mobileNumber: customer.mobile, password: PASSWORD, from: '5.160.2.5' }),
    ]
    expect(new Set(wrong.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
    expect(wrong[0]).toMatchObject({ status: 401, body: { code: 'OPERATOR_LOGIN_REFUSED' }, cookie: null })
    const counted = await database.query<{ count: bigint }>(
      `select sum(count)::bigint as count from refusal_counts where kind = 'OPERATOR_REFUSED'`,
    )
    expect(counted[0]?.count).toBeGreaterThanOrEqual(5n)
  })

  test('guesses from one network end, and the operator elsewhere still comes in', async () => {
    server.people.pass({ seconds: 16 * 60 })
    const guesses = []
    for (let guess = 0; guess < 7; guess++) guesses.push(await enter({ password: 'Guess12345', from: '5.160.3.3' }))
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await enter({ from: '5.160.4.4' })).status).toBe(200)
  })

  test('who comes in uses up nothing of an office, where many work at one address', async () => {
    server.people.pass({ seconds: 16 * 60 })
    const from = '5.160.3.4'
    for (let entry = 0; entry < 22; entry++) {
      server.people.pass({ seconds: 31 })
      expect((await enter({ from })).status).toBe(200)
    }
    expect((await enter({ from, password: 'Guess12345' })).status).toBe(401)
  })

  const me = (token: string) => server.ask('/operations/me', { method: 'GET', token })
  const use = (token: string) => server.ask('/operations/users/search', { json: { search: '' }, token })

  test('a second login ends the first, and a session that only its page asks about ends after thirty minutes', async () => {
    const first = await server.logIn(sara)
    const second = await server.logIn(sara)
    expect((await me(first)).status).toBe(401)
    server.people.pass({ seconds: 29 * 60 })
    expect((await me(second)).status).toBe(200)
    server.people.pass({ seconds: 61 })
    expect(await me(second)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  test('use prolongs a session up to a shift of ten hours', async () => {
    const token = await server.logIn(sara)
    for (let passed = 0; passed < 9 * 60 + 35; passed += 25) {
      expect((await use(token)).status).toBe(200)
      server.people.pass({ seconds: 25 * 60 })
    }
    expect((await use(token)).status).toBe(200)
    server.people.pass({ seconds: 26 * 60 })
    expect(await use(token)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  test('what reaches far asks for a code of the last ten minutes; the login counts, and a code works once', async () => {
    const token = await server.logIn(sara)
    const approve = () => server.ask('/operations/proposals/9/approve', { json: { reason: 'it fits' }, token })
    const endMarket = () =>
      server.ask('/operations/markets/NONE_TOMAN/propose-end', { json: { reason: 'quiet' }, token })
    const open = { status: 404, body: { code: 'PROPOSAL_NOT_FOUND' } }
    const refused = { status: 403, body: { code: 'PROOF_REQUIRED' } }
    expect(await approve()).toMatchObject(open)
    server.people.pass({ seconds: 10 * 60 + 1 })
    expect((await use(token)).status).toBe(200)
    expect(await approve()).toMatchObject(refused)
    expect(await endMarket()).toMatchObject(refused)
    const prove = (code: string) => server.ask('/operations/prove', { json: { code }, token })
    expect(await prove('000000')).toMatchObject({ status: 400, body: { code: 'INCORRECT_OTP' } })
    expect(await approve()).toMatchObject(refused)
    const code = sara.code()
    expect((await prove(code)).status).toBe(200)
    expect(await prove(code)).toMatchObject({ status: 400, body: { code: 'INCORRECT_OTP' } })
    expect(await approve()).toMatchObject(open)
    server.people.pass({ seconds: 10 * 60 + 1 })
    expect(await approve()).toMatchObject(refused)
  })

  test('guesses of a code in a session end, also for the right one', async () => {
    server.people.pass({ seconds: 16 * 60 })
    const token = await server.logIn(sara)
    server.people.pass({ seconds: 60 })
    const prove = (code: string) => server.ask('/operations/prove', { json: { code }, token })
    const answers = []
    for (let guess = 0; guess < 10; guess++) answers.push(await prove(`00000${guess}`))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect(await prove(sara.code())).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    server.people.pass({ seconds: 16 * 60 })
    expect((await prove(sara.code())).status).toBe(200)
    // A session has forty a day; a new sign-in has its own forty.
    const later = []
    for (let guess = 0; guess < 30; guess++) {
      if (guess % 10 === 0) server.people.pass({ seconds: 16 * 60 })
      later.push((await prove(`00000${guess % 10}`)).status)
    }
    expect(later).toEqual([...Array(29).fill(400), 429])
    server.people.pass({ seconds: 16 * 60 })
    expect((await prove(sara.code())).status).toBe(429)
    const again = await server.logIn(sara)
    server.people.pass({ seconds: 60 })
    expect((await server.ask('/operations/prove', { json: { code: sara.code() }, token: again })).status).toBe(200)
  })

  test("a customer's session opens no room, and an operator's nothing of a customer", async () => {
    const customer = await signedUp(server.people)
    const search = { json: { search: '' } }
    expect(await server.ask('/operations/users/search', { ...search, token: customer.token })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    const cookie = { cookie: `kimia_session=${customer.token}`, 'x-kimia-client': 'web' }
    expect((await server.ask('/operations/users/search', { ...search, headers: cookie })).status).toBe(403)
    expect((await server.ask('/operations/users/search', search)).status).toBe(401)
    const operator = await server.logIn(sara)
    expect(await server.ask('/users/account', { method: 'GET', token: operator })).toMatchObject({ status: 401 })
    const operatorCookie = { cookie: `kimia_operator=${operator}` }
    expect(await server.ask('/operations/users/search', { ...search, headers: operatorCookie })).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_REFUSED' },
    })
    const ours = { ...operatorCookie, 'x-kimia-client': 'web' }
    expect((await server.ask('/operations/users/search', { ...search, headers: ours })).status).toBe(200)
  })

  test('an operator is no customer: the login of customers does not know the number', async () => {
    const answer = await logIn(server.people, sara.mobile, { password: sara.password, from: '5.160.5.5' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'INCORRECT_CREDENTIALS' } })
    const session = database.query(
      `insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, proven_at, trusted_from, ip, os_type, device_type, browser)
        values ($1, $2, now(), now(), now(), now(), now(), '', '', '', '')`,
      [sara.id, new Uint8Array(32)],
    )
    await expect(session).rejects.toThrow('an operator signs in to the console alone')
  })

  test('the log names who added an operator, and every login', async () => {
    const events = await readEvents(database, sara.id)
    expect(events[0]).toMatchObject({ kind: 'OPERATOR_ADDED', device: 'command line' })
    expect(events.filter(({ kind }) => kind === 'OPERATOR_LOGGED_IN').length).toBeGreaterThanOrEqual(5)
  })
})
