import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/operations-reports.ts'
import { hasRight, OPERATOR_ROLES, type OperatorRole } from '#domain/operator-rights.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { openedTicket } from '../accounts/ticket-steps.ts'
import { type ConsoleServer, startConsoleServer } from './console-server.ts'

/** Every operators' endpoint that returns rows or a page: reads, the search and the reports. Photos and files have their own events. */
const READS = endpoints.flatMap(({ access, method, path, right, format }) => {
  if (access !== 'operator' || right === undefined || format === 'jpeg' || format === 'file') return []
  if (path === '/operations/reports/:report')
    return REPORTS.map((report) => ({ method, path: path.replace(':report', report), right }))
  return method === 'GET' || path === '/operations/users/search' ? [{ method, path, right }] : []
})
/** The reads about one customer: each call counts as a look at the customer. */
const OF_CUSTOMER = READS.filter(
  ({ method, path }) => method === 'GET' && /^\/operations\/(users|orders|identities)\/:id/.test(path),
)
/** Lists that name customers: each call counts as a search. */
const LISTS = [
  '/operations/users/search',
  '/operations/identities',
  '/operations/tickets',
  '/operations/proposals',
  '/operations/audit',
]

onDatabase('what operators see of a person', (open) => {
  let database: Database
  let server: ConsoleServer
  let person: VerifiedUser
  let secrets: Record<'mobile' | 'nationalCode' | 'birthDay' | 'email' | 'card' | 'sheba' | 'savedAddress', string>
  let ids: Readonly<Record<string, string>>
  const tokens = new Map<OperatorRole, string>()

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    person = await verifiedUser(database, { at: server.people.accounts.now() })
    const { userId } = person
    await database.query(`update users set email = 'hidden.person@example.com', level = 'VIP_1' where id = $1`, [
      userId,
    ])
    await database.query(
      `update identities set email = 'hidden.person@example.com', birth_day = '1977-03-09' where user_id = $1`,
      [userId],
    )
    secrets = {
      ...{ nationalCode: person.nationalCode, birthDay: '1977-03-09', email: 'hidden.person@example.com' },
      ...{ card: person.cardNumber, sheba: person.sheba, mobile: person.mobileNumber.slice(3) },
      savedAddress: '0x00000000000000000000000000000000000000aa',
    }
    await database.query(
      `insert into saved_addresses (user_id, network, address, label, added_at) values ($1, 'ERC20', $2, 'Ledger', $3)`,
      [userId, secrets.savedAddress, server.people.accounts.now()],
    )
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
        values ($1, 50000000000, 'ZARINPAL', '603799******1234', 'k', 'f', $2)`,
      [userId, server.people.accounts.now()],
    )
    const ticket = await openedTicket(server.people, person.token)
    ids = { users: String(userId), identities: String(userId), tickets: ticket, orders: '1' }
    for (const role of OPERATOR_ROLES)
      tokens.set(role, await server.logIn(await server.addOperator(`Operator of ${role}`, [role])))
  })
  afterAll(() => server.close())

  async function call({ method, path }: { method: string; path: string }, role: OperatorRole) {
    const room = path.split('/')[2] ?? ''
    const reply = await fetch(`${server.url}/api${path.replace(':id', ids[room] ?? '1').replace(/:\w+/g, 'x')}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(role)}`,
        'content-type': 'application/json',
        'x-forwarded-for': '5.160.1.1',
      },
      ...(method === 'GET' ? {} : { body: bodyOf(path) }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  function bodyOf(path: string): string {
    if (path.endsWith('/search')) return JSON.stringify({ search: String(person.userId) })
    const day = server.people.accounts.now().toISOString().slice(0, 10)
    return JSON.stringify({ from: day, to: day, headers: 'en', reason: 'The books of the month' })
  }
  const cases = READS.flatMap((read) =>
    OPERATOR_ROLES.filter((role) => hasRight([role], read.right)).map((role) => [read.path, role, read] as const),
  )

  test.each(cases)('%s by %s', async (_path, role, read) => {
    const { status, text } = await call(read, role)
    expect([200, 400, 404, 409]).toContain(status)
    const shown = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
    if (!hasRight([role], 'USERS_READ_PERSONAL')) expect(shown).toEqual([])
    else if (read.path === '/operations/users/:id') expect(shown).toHaveLength(7)
  })

  describe('who looks is written down', () => {
    const looks = async () =>
      database.query<{ kind: string; user_id: bigint | null }>(
        `select kind, user_id from audit_log where kind in ('CUSTOMER_VIEWED', 'CUSTOMERS_LISTED', 'CUSTOMERS_SEARCHED') order by id`,
      )
    const lookedBy = async (read: { method: string; path: string }) => {
      await database.query('delete from operator_looks')
      const before = (await looks()).length
      await call(read, 'ADMIN')
      return (await looks()).slice(before)
    }

    test.each(OF_CUSTOMER.map((read) => [read.path, read] as const))(
      '%s is a look at the customer',
      async (path, read) => {
        // The customer has neither an order nor a pending form.
        const isAbsent = path.startsWith('/operations/orders') || path.startsWith('/operations/identities')
        expect(await lookedBy(read)).toEqual(
          isAbsent ? [] : [{ kind: 'CUSTOMER_VIEWED', user_id: BigInt(person.userId) }],
        )
      },
    )

    test.each(LISTS)('%s is a search for customers, or a look at a list of them', async (path) => {
      const read = READS.find((each) => each.path === path)
      if (!read) throw new Error(path)
      const kind = path.endsWith('/search') ? 'CUSTOMERS_SEARCHED' : 'CUSTOMERS_LISTED'
      expect(await lookedBy(read)).toEqual([{ kind, user_id: null }])
    })

    test('all lists of one customer are one look an hour', async () => {
      await database.query('delete from operator_looks')
      const before = (await looks()).length
      for (const read of OF_CUSTOMER) await call(read, 'ADMIN')
      expect((await looks()).length - before).toBe(1)
    })
  })

  test('a card that was paid with is shown by its end alone where cards are', async () => {
    const deposits = { method: 'GET', path: '/operations/users/:id/deposits' }
    const shown = async (role: OperatorRole) => JSON.parse((await call(deposits, role)).text).content[0].bankAccount
    expect([await shown('READ'), await shown('SUPPORT')]).toEqual(['••••••1234', '603799******1234'])
  })

  test('the number of an operator who is proposed is whole for those who decide alone', async () => {
    const { mobileNumber } = iranianIdentity()
    const json = { mobileNumber, name: 'Nima Rad', roles: ['READ'], reason: 'Agreed with the board' }
    expect((await server.ask('/operations/propose-operator', { json, token: tokens.get('ADMIN') })).status).toBe(200)
    const proposals = { method: 'GET', path: '/operations/proposals' }
    const shown = async (role: OperatorRole) => (await call(proposals, role)).text.includes(mobileNumber.slice(3))
    expect([await shown('READ'), await shown('FINANCE'), await shown('ADMIN')]).toEqual([false, false, true])
  })

  test('who sees codes masked finds nobody by the beginning of one', async () => {
    const find = async (search: string, role: OperatorRole) =>
      (await server.ask('/operations/users/search', { json: { search }, token: tokens.get(role) })).body.content?.length
    const begins = person.nationalCode.slice(0, 9)
    expect([await find(begins, 'SUPPORT'), await find(begins, 'READ'), await find(begins, 'FINANCE')]).toEqual([
      1, 0, 0,
    ])
    expect([await find(person.nationalCode, 'READ'), await find(person.nationalCode, 'FINANCE')]).toEqual([1, 1])
  })

  test('who sees codes masked does not find one by trying each', async () => {
    await database.query('delete from operator_looks')
    const triedBy = async (role: OperatorRole) => {
      for (let each = 0; each < 200; each += 1) {
        const json = { search: String(Number(person.nationalCode) + 1 + each).padStart(10, '0') }
        const tried = await server.ask('/operations/users/search', { json, token: tokens.get(role) })
        if (tried.body.code === 'LOOKS_USED_UP') return each
      }
      return 'all'
    }
    expect([await triedBy('READ'), await triedBy('SUPPORT')]).toEqual([30, 'all'])
  })
})
