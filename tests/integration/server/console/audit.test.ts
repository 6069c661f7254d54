import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('the room of the audit log', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let token: string
  let userId: number

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    userId = (await verifiedUser(database)).userId
    for (let each = 0; each < 60; each++)
      await database.transaction((tx) =>
        recordEvent(tx, {
          // The last minutes before midnight in Tehran, and the first after it.
          at: new Date(Date.parse('2026-11-18T20:00:30Z') + each * 60_000),
          kind: each % 2 === 0 ? 'PASSWORD_CHANGED' : 'ACCOUNT_FROZEN',
          userId,
          ...(each % 2 === 0 ? {} : { operatorId: sara.id }),
          ip: '5.160.1.1',
          device: 'Chrome, Android',
          details: { reason: `event ${each}`, ended: each },
        }),
      )
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  const read = async (query: Record<string, string>) => {
    const { status, body } = await server.ask(`/operations/audit?${new URLSearchParams(query)}`, {
      method: 'GET',
      token,
    })
    return { status, rows: body.content ?? [], next: (body as { next?: string }).next }
  }
  const all = async (query: Record<string, string>) => {
    const pages = [await read(query)]
    for (let { next } = pages[0] ?? {}; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await read({ ...query, before: next }))
    // The log records each page read, so those events are left out.
    return pages.flatMap(({ rows }) => rows).filter(({ kind }) => kind !== 'CUSTOMERS_LISTED')
  }

  test('shows every event, newest first, with its people and its reason', async () => {
    const rows = await all({})
    const ids = rows.map(({ id }) => Number(id))
    expect(rows).toHaveLength(62)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(rows.find(({ kind }) => kind === 'ACCOUNT_FROZEN')).toMatchObject({
      user: { id: String(userId), name: 'مینا کریمی' },
      operator: { id: String(sara.id), name: 'Sara Karimi' },
      details: { reason: 'event 59', ended: 59 },
    })
    expect(rows.at(-1)).toMatchObject({ kind: 'OPERATOR_ADDED', operator: { name: 'operations' }, ipAddress: 'server' })
  })

  test('is filtered by user, operator, kind and days, also by all of them', async () => {
    expect(await all({ userId: String(userId) })).toHaveLength(60)
    expect(await all({ userId: String(userId), kind: 'PASSWORD_CHANGED' })).toHaveLength(30)
    // The log has one more event of this operator: the login of this test.
    expect(await all({ operatorId: String(sara.id) })).toHaveLength(31)
    // Midnight in Tehran is 20:30 UTC, so the first thirty events are of the day before.
    expect(await all({ from: '2026-11-18', to: '2026-11-18' })).toHaveLength(30)
    expect(await all({ to: '2026-11-18' })).toHaveLength(30)
    expect(await all({ from: '2026-11-18', to: '2026-11-19', userId: String(userId) })).toHaveLength(60)
    expect(
      await all({ from: '2026-11-19', to: '2026-11-19', kind: 'ACCOUNT_FROZEN', operatorId: String(sara.id) }),
    ).toHaveLength(15)
    expect(await all({ userId: '999999' })).toEqual([])
    expect((await read({ kind: 'no kind' })).status).toBe(400)
  })

  test('is taken out as a file of some days, which is an event, with a code of the last minutes', async () => {
    const json = {
      from: '2026-11-18',
      to: '2026-11-19',
      userId: String(userId),
      headers: 'fa',
      reason: 'For the auditor',
    }
    const take = async (body: object) => {
      const headers = { authorization: `Bearer ${await server.logIn(sara)}`, 'content-type': 'application/json' }
      const path = `${server.url}/api/operations/audit/export`
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, text: (await reply.text()).replace('\uFEFF', '').trimEnd() }
    }
    const { status, text } = await take(json)
    expect(status).toBe(200)
    const [head = '', first = '', ...others] = text.split('\r\n')
    expect(head).toMatch(/^شماره,زمان تهران,رویداد,کد رویداد,/)
    expect(others).toHaveLength(59)
    // Newest first, on the days of the language's calendar.
    expect(first).toContain(
      `,1405-08-28 00:29:30,مسدود شدن حساب,ACCOUNT_FROZEN,${userId},مینا کریمی,Sara Karimi,5.160.1.1,`,
    )
    expect(first).toContain('دلیل: event 59; نشست‌های پایان‌یافته: 59')
    const english = (await take({ ...json, headers: 'en', kind: 'PASSWORD_CHANGED' })).text.split('\r\n')
    expect(english).toHaveLength(31)
    expect(english[1]).toContain(',Password changed,PASSWORD_CHANGED,')
    // An act of the command line has no address, neither in the file nor on the screen.
    token = await server.logIn(sara)
    const [added] = await all({ kind: 'OPERATOR_ADDED' })
    const day = new Date(Date.parse(String(added?.at)) + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)
    const ofMachine = { ...json, from: day, to: day, userId: undefined, kind: 'OPERATOR_ADDED' }
    expect((await take(ofMachine)).text).toMatch(/,OPERATOR_ADDED,\d+,Sara Karimi,سرور,سرور,خط فرمان,/)
    expect((await take({ ...json, to: '2027-11-19' })).status).toBe(400)
    const events = await database.query<{ details: string }>(
      'select details from audit_log where kind = $1 and operator_id = $2 order by id',
      ['AUDIT_EXPORTED', sara.id],
    )
    expect(events.map(({ details }) => JSON.parse(details))).toMatchObject([
      { from: '2026-11-18', to: '2026-11-19', ofUser: userId, reason: 'For the auditor' },
      { of: 'PASSWORD_CHANGED' },
      { of: 'OPERATOR_ADDED' },
    ])
    token = await server.logIn(sara)
  })

  test('offers the kinds and the operators that there are', async () => {
    const { body } = await server.ask('/operations/audit/filters', { method: 'GET', token })
    expect(body.baseDTO).toMatchObject({
      kinds: [
        'ACCOUNT_FROZEN',
        'AUDIT_EXPORTED',
        'CUSTOMERS_LISTED',
        'OPERATOR_ADDED',
        'OPERATOR_LOGGED_IN',
        'PASSWORD_CHANGED',
      ],
      operators: [{ name: 'Sara Karimi' }, { name: 'operations' }],
    })
  })

  test('says whether the chain is whole', async () => {
    const verdict = async () => (await server.ask('/operations/audit/verdict', { method: 'GET', token })).body.baseDTO
    const [head] = await database.query<{ last_id: bigint }>('select last_id from audit_head')
    expect(await verdict()).toEqual({ events: Number(String(head?.last_id)), fault: null })
    const noted = () => database.query('select last_id, fault from audit_proofs')
    const before = await noted()
    await database.query('update audit_head set last_id = last_id + 1')
    expect(await verdict()).toMatchObject({ fault: expect.stringMatching(/^audit events \d+ to \d+ are missing$/) })
    expect(await noted()).toEqual(before)
    await database.query('update audit_head set last_id = last_id - 1')
    expect(await verdict()).toMatchObject({ fault: null })
    await database.query('update audit_proofs set fault = $1', ['audit event 7 was changed'])
    expect(await verdict()).toMatchObject({ fault: 'audit event 7 was changed' })
  })
})
