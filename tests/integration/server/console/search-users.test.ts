import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsOf } from '#server/console/search-users.ts'
import { hourOf } from '#server/store/accounts/counters.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

eachDatabase('the search for users', (open) => {
  let database: Database
  let server: ConsoleServer
  let token: string
  let sara: TestOperator
  const people: Awaited<ReturnType<typeof verifiedUser>>[] = []

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    for (let each = 0; each < 45; each++) people.push(await verifiedUser(database))
    const [first] = people
    if (!first) throw new Error('nobody')
    await database.query(`update identities set first_name = 'پارسا', last_name = 'یزدانی' where user_id = $1`, [
      first.userId,
    ])
    sara = await server.addOperator('Sara Karimi')
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  const find = async (search: string, before?: string) => {
    const { body } = await server.ask('/operations/users/search', { json: { search, before }, token })
    return { ids: (body.content ?? []).map(({ id }) => id), next: (body as { next?: string }).next, body }
  }

  test('shows every customer, the newest first, page by page, and no operator', async () => {
    const pages = [await find('')]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) pages.push(await find('', next))
    expect(pages.map(({ ids }) => ids.length)).toEqual([20, 20, 5])
    expect(pages.flatMap(({ ids }) => ids)).toEqual(people.map(({ userId }) => String(userId)).reverse())
  })

  test('shows what is personal to those who need it, and writes down who looked at whom, once an hour', async () => {
    // The first two operators of a server are added without a proposal.
    const reader = await server.addOperator('Reza Amini', ['READ'])
    const readers = await server.logIn(reader)
    const [, person] = people
    const id = String(person?.userId)
    await database.query(`update users set email = 'mina@example.com' where id = $1`, [id])
    const [row] = await database.query<{ code: string; day: string }>(
      'select national_code as code, birth_day::text as day from identities where user_id = $1',
      [id],
    )
    const page = async (as: string) =>
      (await server.ask(`/operations/users/${id}`, { method: 'GET', token: as })).body.baseDTO
    expect(await page(token)).toMatchObject({ nationalCode: row?.code, email: 'mina@example.com' })
    const masked = { nationalCode: `••••••${row?.code.slice(-4)}`, email: 'm•••@example.com', birthDay: null }
    expect(await page(readers)).toMatchObject(masked)
    await page(readers)
    const found = await server.ask('/operations/users/search', { json: { search: id }, token: readers })
    const mobileNumber = `••••••${person?.mobileNumber.slice(-4)}`
    expect(found.body.content).toMatchObject([{ id, nationalCode: masked.nationalCode, mobileNumber }])
    const looks = await database.query<{ kind: string; user_id: bigint | null }>(
      `select kind, user_id from audit_log where operator_id = $1 and kind <> 'OPERATOR_LOGGED_IN' order by id`,
      [reader.id],
    )
    expect(looks.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['CUSTOMER_VIEWED', BigInt(id)],
      ['CUSTOMERS_SEARCHED', null],
    ])
  })

  test('bounds how many an operator looks at within an hour', async () => {
    const [, first, second] = people
    const ask = (userId = 0) => server.ask(`/operations/users/${userId}`, { method: 'GET', token })
    expect((await ask(first?.userId)).status).toBe(200)
    await database.query(
      `insert into operator_looks (operator_id, kind, subject, hour)
        select operator_id, kind, 'other-' || n, hour from operator_looks, generate_series(1, 120) n
          where kind = 'CUSTOMER_VIEWED' and subject = $1`,
      [String(first?.userId)],
    )
    expect(await ask(second?.userId)).toMatchObject({ status: 403, body: { code: 'LOOKS_USED_UP' } })
    expect((await ask(first?.userId)).status).toBe(200)
    server.people.pass({ seconds: 3_600 })
    token = await server.logIn(sara)
    expect((await ask(second?.userId)).status).toBe(200)
    await database.query('delete from operator_looks')
  })

  test('bounds how many customers lists show an operator, by the hour and the day, and every admin learns of it once', async () => {
    const reader = await server.addOperator('Nima Rad', ['READ'])
    let readers = await server.logIn(reader)
    const list = (search: string) => server.ask('/operations/users/search', { json: { search }, token: readers })
    const used = (rows: number) =>
      database.query(
        `insert into operator_looks (operator_id, kind, subject, rows, hour) values ($1, 'CUSTOMERS_SEARCHED', 'others', $2, $3)`,
        [reader.id, rows, hourOf(server.people.accounts.now())],
      )
    await used(590)
    const beyond = { status: 403, body: { code: 'LOOKS_USED_UP' } }
    // A page of twenty would exceed the limit; one customer does not.
    expect(await list('')).toMatchObject(beyond)
    expect((await list(String(people[1]?.userId))).status).toBe(200)
    expect(await list('')).toMatchObject(beyond)
    const notices = await database.query<{ user_id: bigint; params: string }>(
      `select user_id, params from notices where kind = 'OPERATOR_LOOKS_USED_UP' and params like '%Nima%' order by user_id`,
    )
    expect(notices.map(({ user_id, params }) => [user_id, JSON.parse(params)])).toEqual([
      [BigInt(sara.id), { name: 'Nima Rad' }],
      [BigInt(reader.id), { name: 'Nima Rad' }],
    ])
    for (let hour = 0; hour < 4; hour += 1) {
      server.people.pass({ seconds: 3_600 })
      await used(450)
    }
    readers = await server.logIn(reader)
    expect(await list('')).toMatchObject(beyond)
    server.people.pass({ seconds: 21 * 3_600 })
    readers = await server.logIn(reader)
    expect((await list('')).status).toBe(200)
    token = await server.logIn(sara)
  })

  test('lists the customers of one state, eleven and more by pages, and counts those whose accounts are closed', async () => {
    const of = async (state: string, search = '', before?: string) => {
      const { body } = await server.ask('/operations/users/search', { json: { search, state, before }, token })
      return body as { content: { id: string; frozenBy: string | null }[]; next?: string }
    }
    const ids = people.map(({ userId }) => userId)
    const [frozen, waiting, held] = [ids.slice(25, 36), ids.slice(36, 38), ids.slice(38, 39)]
    await database.query(`update users set blocked_at = now(), blocked_by = 'OPERATOR' where id = any($1)`, [
      ids.slice(0, 25),
    ])
    await database.query(`update users set blocked_at = now(), blocked_by = 'USER' where id = any($1)`, [frozen])
    await database.query(`update users set verification = 'PENDING' where id = any($1)`, [waiting])
    const later = new Date(server.people.accounts.now().getTime() + 3_600_000)
    await database.query('update users set withdrawals_held_until = $2 where id = any($1)', [held, later])
    const first = await of('BLOCKED')
    const second = await of('BLOCKED', '', first.next)
    expect([first.content.length, second.content.length]).toEqual([20, 5])
    expect(second.next).toBeUndefined()
    expect(new Set([...first.content, ...second.content].map(({ frozenBy }) => frozenBy))).toEqual(
      new Set(['OPERATOR']),
    )
    const idsOf = async (state: string) => (await of(state)).content.map(({ id }) => id)
    const newestFirst = (those: readonly number[]) => those.map(String).reverse()
    expect(await idsOf('FROZEN')).toEqual(newestFirst(frozen))
    expect(await idsOf('WAITING')).toEqual(newestFirst(waiting))
    expect(await idsOf('HELD')).toEqual(newestFirst(held))
    expect(await idsOf('ALL')).toHaveLength(20)
    const [one] = people
    expect((await of('BLOCKED', one?.nationalCode)).content).toHaveLength(1)
    expect((await of('FROZEN', one?.nationalCode)).content).toHaveLength(0)
    const overview = await server.ask('/operations/overview', { method: 'GET', token })
    expect(overview.body.baseDTO).toMatchObject({ closed: { blocked: 25, frozen: 11 } })
    expect((await server.ask('/operations/users/search', { json: { search: '', state: 'KING' }, token })).status).toBe(
      400,
    )
  })

  test('finds by the beginning of a mobile number, a national code or a name, as they are typed', async () => {
    const [first] = people
    if (!first) throw new Error('nobody')
    const own = [String(first.userId)]
    expect((await find(`0${first.mobileNumber.slice(3)}`)).ids).toEqual(own)
    expect((await find(first.mobileNumber)).ids).toEqual(own)
    expect((await find(first.nationalCode)).ids).toEqual(own)
    expect((await find('پارسا یز')).ids).toEqual(own)
    // Typed with the letters of an Arabic keyboard.
    expect((await find('يزدان')).ids).toEqual(own)
    expect((await find('مینا')).ids).toHaveLength(20)
    expect((await find('%')).ids).toEqual([])
    expect((await find('زدانی')).ids).toEqual([])
  })

  test('finds one of many by the user number, the whole e-mail address and the number of a foreign document', async () => {
    const [form, proven, foreigner] = people.slice(20)
    if (!form || !proven || !foreigner) throw new Error('nobody')
    await database.query(`update identities set email = 'form.of@example.com' where user_id = $1`, [form.userId])
    await database.query(`update users set email = 'proven@example.com' where id = $1`, [proven.userId])
    await database.query(`update identities set national_code = 'K4412789' where user_id = $1`, [foreigner.userId])
    expect((await find(String(form.userId))).ids).toContain(String(form.userId))
    expect((await find('Form.Of@example.com')).ids).toEqual([String(form.userId)])
    expect((await find('proven@example.com')).ids).toEqual([String(proven.userId)])
    // An address must match as a whole: the beginning of other people's addresses finds nobody.
    expect((await find('proven@example.co')).ids).toEqual([])
    for (const typed of ['K4412789', 'k4412789', 'k44۱۲'])
      expect((await find(typed)).ids).toEqual([String(foreigner.userId)])
    // An address that many forms contain is returned page by page.
    const pages = [await find('mina@example.com')]
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await find('mina@example.com', next))
    expect(pages.map(({ ids }) => ids.length)).toEqual([20, 20, people.length - 41])
  })

  test('looks an address up in an index, and takes no text that is longer than one', async () => {
    const plan = await database.transaction(async (tx) => {
      // The planner prefers a scan for so few rows; for many it uses the index.
      await tx.query('set local enable_seqscan = off')
      return tx.query<Record<string, string>>(`explain select user_id from identities where email = 'mina@example.com'`)
    })
    expect(plan.map((row) => Object.values(row).join()).join()).toContain('identities_by_email')
    const ask = (search: string) => server.ask('/operations/users/search', { json: { search }, token })
    expect((await ask('x'.repeat(254))).status).toBe(200)
    expect((await ask('x'.repeat(255))).status).toBe(400)
  })
})

describe('what is searched', () => {
  test.each([
    ['', undefined],
    ['۱۰۰۷', { id: '1007', nationalCode: '1007' }],
    ['9123', { id: '9123', mobile: '+989123', nationalCode: '9123' }],
    [' Mina@Example.com ', { email: 'mina@example.com' }],
    ['ab-12۳', { name: 'ab-12۳', nationalCode: 'ab-123', documentNumber: 'AB-123' }],
    ['K12', { name: 'K12', nationalCode: 'K12' }],
    ['mina@', { name: 'mina@' }],
    ['۰۹۱۲ ۳۴۵', { mobile: '+98912345', nationalCode: '0912345' }],
    ['+98 912', { mobile: '+98912', nationalCode: '98912' }],
    ['0012', { nationalCode: '0012' }],
    ['علي', { name: 'علی' }],
  ])('%s', (typed, prefix) => {
    expect(termsOf(typed)).toEqual(prefix)
  })
})
