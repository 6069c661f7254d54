import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/operations-users.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Database } from '#server/store/database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { signedUp } from '../accounts/steps.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'
import { readEvents } from './read-events.ts'

const CREDIT = [
  { coin: 'TOMAN', amount: '5000000' },
  { coin: 'GOLD', amount: '2.50' },
]
const DAY_SECONDS = 24 * 3_600

onDatabase('four eyes', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
  })
  afterAll(() => server.close())

  const propose = async (userId: number, credit: object[] = CREDIT) =>
    server.ask(`/operations/users/${userId}/propose-supervisor`, {
      json: { credit, reason: 'Makes the market of gold' },
      token: await server.logIn(sara),
    })
  const proposed = async (userId: number) => String((await propose(userId)).body.baseDTO?.id)
  const decide = async (who: TestOperator, id: string, how: 'approve' | 'refuse') =>
    server.ask(`/operations/proposals/${id}/${how}`, {
      json: { reason: 'Read the contract' },
      token: await server.logIn(who),
    })
  const levelOf = async (userId: number) =>
    (await database.query<{ level: string }>('select level from users where id = $1', [userId]))[0]?.level

  test('a supervisor is proposed by one operator and appointed by another, with the credit in the ledger once', async () => {
    const { userId } = await verifiedUser(database)
    const id = await proposed(userId)
    expect(await levelOf(userId)).toBe('VIP_1')
    expect(await decide(sara, id, 'approve')).toMatchObject({ status: 403, body: { code: 'FOUR_EYES_REQUIRED' } })
    expect(await levelOf(userId)).toBe('VIP_1')
    expect((await decide(reza, id, 'approve')).status).toBe(200)
    expect(await levelOf(userId)).toBe('SUPERVISOR')
    const byHand = { json: { level: 'VIP_1', reason: 'Alone' }, token: await server.logIn(reza) }
    expect(await server.ask(`/operations/users/${userId}/level`, byHand)).toMatchObject({
      status: 409,
      body: { code: 'SUPERVISOR_BY_PROPOSAL' },
    })
    expect(await levelOf(userId)).toBe('SUPERVISOR')
    const lent = () =>
      database.query(
        'select owner_id, coin_id, available from balances where owner_id in ($1, $2) and available <> 0 order by 1, 2',
        [userId, SYSTEM_ACCOUNT.creditLine],
      )
    const once = await lent()
    expect(once).toHaveLength(4)
    const page = await server.ask(`/operations/users/${userId}`, { method: 'GET', token: await server.logIn(sara) })
    const { credit } = getUser.response.parse(page.body).baseDTO
    expect(credit.lines).toMatchObject([
      { proposalId: id, coin: 'TOMAN', amount: '5000000' },
      { proposalId: id, coin: 'GOLD', amount: '2.5' },
    ])
    expect(credit.owed).toEqual(credit.lines.map(({ coin, amount }) => ({ coin, amount })))
    const [appointed] = await database.query<{ details: object }>(
      `select details::json as details from audit_log where kind = 'SUPERVISOR_APPOINTED' and user_id = $1`,
      [userId],
    )
    expect(appointed?.details).toMatchObject({ credit: '5000000 TOMAN, 2.5 GOLD' })
    expect(await decide(reza, id, 'approve')).toMatchObject({ status: 409, body: { code: 'PROPOSAL_CLOSED' } })
    // A stop between the approval and its credits: the job executes the missing ones, and none twice.
    await database.query('update proposals set executed_at = null where id = $1', [id])
    await database.query('delete from outcomes')
    const { executeProposals } = await import('#server/console/proposals/decide-proposal.ts')
    await executeProposals(server.services)
    expect(await lent()).toEqual(once)
    expect(await faultsOf(database)).toEqual([])
    expect((await readEvents(database, userId)).map(({ kind, operator }) => [kind, operator])).toEqual([
      ['SUPERVISOR_PROPOSED', BigInt(sara.id)],
      ['SUPERVISOR_APPOINTED', BigInt(reza.id)],
    ])
  })

  test('the database itself refuses an approval by the proposer', async () => {
    const { userId } = await verifiedUser(database)
    const id = await proposed(userId)
    const forged = database.query(
      `update proposals set decision = 'APPROVED', decided_by = proposed_by, decided_at = now(), decision_reason = 'me'
        where id = $1`,
      [id],
    )
    await expect(forged).rejects.toThrow()
  })

  test('after 24 hours nobody can approve it, and another can be proposed', async () => {
    const { userId } = await verifiedUser(database)
    const id = await proposed(userId)
    expect(await propose(userId)).toMatchObject({ body: { code: 'PROPOSAL_EXISTS' } })
    server.people.pass({ seconds: DAY_SECONDS })
    expect(await decide(reza, id, 'approve')).toMatchObject({ status: 409, body: { code: 'PROPOSAL_CLOSED' } })
    expect((await propose(userId)).status).toBe(200)
  })

  test('there is none under another number', async () => {
    for (const how of ['approve', 'refuse'] as const)
      expect(await decide(reza, '999999', how)).toMatchObject({ status: 404, body: { code: 'PROPOSAL_NOT_FOUND' } })
  })

  test('a refused proposal appoints nobody', async () => {
    const { userId } = await verifiedUser(database)
    const id = await proposed(userId)
    expect((await decide(reza, id, 'refuse')).status).toBe(200)
    expect(await decide(reza, id, 'approve')).toMatchObject({ body: { code: 'PROPOSAL_CLOSED' } })
    expect(await levelOf(userId)).toBe('VIP_1')
  })

  test('one that its proposer takes back is withdrawn, one that another closes is refused, and one that made room is expired', async () => {
    const own = await proposed((await verifiedUser(database)).userId)
    const others = await proposed((await verifiedUser(database)).userId)
    const late = await verifiedUser(database)
    const left = await proposed(late.userId)
    expect((await decide(sara, own, 'refuse')).status).toBe(200)
    expect((await decide(reza, others, 'refuse')).status).toBe(200)
    server.people.pass({ seconds: DAY_SECONDS })
    await proposed(late.userId)
    const { body } = await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(reza) })
    const rows = (body.content ?? []) as unknown as { id: string; state: string }[]
    const stateOf = (id: string) => rows.find((row) => row.id === id)?.state
    expect([own, others, left].map(stateOf)).toEqual(['WITHDRAWN', 'REFUSED', 'EXPIRED'])
    const closed = await database.query<{ kind: string }>(
      `select kind from audit_log where details::json->>'proposal' = any($1) and kind not like '%PROPOSED' order by id`,
      [[own, others]],
    )
    expect(closed.map(({ kind }) => kind)).toEqual(['PROPOSAL_WITHDRAWN', 'PROPOSAL_REFUSED'])
  })

  test('one that cannot be executed yet holds up no other, is answered as approved, says why, and is tried again', async () => {
    const [first, second] = [await verifiedUser(database), await verifiedUser(database)]
    const stuck = await proposed(first.userId)
    const other = await proposed(second.userId)
    await database.query(`update proposals set payload = replace(payload, 'GOLD', 'NO_COIN') where id = $1`, [stuck])
    expect((await decide(reza, stuck, 'approve')).status).toBe(200)
    expect((await decide(reza, other, 'approve')).status).toBe(200)
    const rowOf = async (id: string) => {
      const { body } = await server.ask('/operations/proposals', { method: 'GET', token: await server.logIn(reza) })
      return (body.content ?? []).find((row) => row.id === id)
    }
    expect(await rowOf(other)).toMatchObject({ state: 'APPROVED', executed: true, failure: null })
    expect(await rowOf(stuck)).toMatchObject({
      ...{ state: 'APPROVED', executed: false },
      failure: { tries: 2, reason: expect.stringContaining('NO_COIN') },
    })
    await database.query(`update proposals set payload = replace(payload, 'NO_COIN', 'GOLD') where id = $1`, [stuck])
    const { executeProposals } = await import('#server/console/proposals/decide-proposal.ts')
    await executeProposals(server.services)
    expect(await rowOf(stuck)).toMatchObject({ executed: true, failure: null })
    expect(await faultsOf(database)).toEqual([])
  })

  test('what cannot be lent is refused', async () => {
    const { userId } = await verifiedUser(database)
    const codeOf = async (credit: object[]) => (await propose(userId, credit)).body.code
    expect(await codeOf([])).toBe('CREDIT_REQUIRED')
    expect(await codeOf([{ coin: 'UNICORN', amount: '1' }])).toBe('COIN_NOT_FOUND')
    expect(await codeOf([CREDIT[0] ?? {}, CREDIT[0] ?? {}])).toBe('COIN_NOT_FOUND')
    expect(await codeOf([{ coin: 'TOMAN', amount: '0' }])).toBe('UNACCEPTABLE_AMOUNT')
    expect(await codeOf([{ coin: 'TOMAN', amount: '-5' }])).toBe('BAD_REQUEST')
    const { mobile } = await signedUp(server.people)
    const [stranger] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    expect((await propose(Number(stranger?.id))).body.code).toBe('USER_NOT_VERIFIED')
  })

  test('one operator has so many open proposals, and makes so many an hour, while others go on', async () => {
    // The proposals that earlier tests left open expire.
    server.people.pass({ seconds: DAY_SECONDS })
    const token = await server.logIn(sara)
    const on = (day: string, as = token) =>
      server.ask('/operations/holidays', { json: { day, closed: true, reason: 'Agreed' }, token: as })
    const made = async (count: number, { from, open }: { from: string; open: boolean }) => {
      const at = server.people.accounts.now()
      await database.query(
        `insert into proposals (kind, subject, payload, reason, proposed_by, proposed_at, expires_at, decision, decided_by, decided_at, decision_reason)
          select 'SET_HOLIDAY', $1::date + each, '{"before":null,"after":{"closed":"true"}}', 'Agreed', $2, $3,
            $3::timestamptz + interval '1 day', case when $5 then null else 'REFUSED' end, case when $5 then null else $2::bigint end,
            case when $5 then null else $3::timestamptz end, case when $5 then null else 'Not now' end from generate_series(1, $4::int) as each`,
        [from, sara.id, at, count, open],
      )
    }
    const refused = { status: 409, body: { code: 'TOO_MANY_PROPOSALS' } }
    await made(39, { from: '2028-01-01', open: true })
    const both = await Promise.all([on('2027-05-01'), on('2027-05-02')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject(refused)
    expect((await on('2027-05-03', await server.logIn(reza))).status).toBe(200)
    const own = both.find(({ status }) => status === 200)?.body.baseDTO?.id
    expect((await decide(sara, String(own), 'refuse')).status).toBe(200)
    expect((await on('2027-05-04', await server.logIn(sara))).status).toBe(200)

    await database.query(`update proposals set expires_at = proposed_at + interval '1 second' where proposed_by = $1`, [
      sara.id,
    ])
    await made(19, { from: '2029-01-01', open: false })
    expect(await on('2027-05-05', await server.logIn(sara))).toMatchObject(refused)
    server.people.pass({ seconds: 3_600 })
    expect((await on('2027-05-05', await server.logIn(sara))).status).toBe(200)
  })

  test('the list shows each with its people, newest first, eleven rows and more by cursor', async () => {
    const own: string[] = []
    for (let each = 0; each < 25; each++) own.push(await proposed((await verifiedUser(database)).userId))
    const token = await server.logIn(reza)
    const first = await server.ask('/operations/proposals', { method: 'GET', token })
    const { next } = first.body as { next?: string }
    const second = await server.ask(`/operations/proposals?before=${next}`, { method: 'GET', token })
    const ids = [...(first.body.content ?? []), ...(second.body.content ?? [])].map((row) => row.id)
    expect(first.body.content).toHaveLength(20)
    expect(ids.slice(0, 25)).toEqual(own.reverse())
    expect(first.body.content?.[0]).toMatchObject({
      kind: 'APPOINT_SUPERVISOR',
      state: 'OPEN',
      credit: CREDIT.map(({ coin }) => ({ coin })),
      proposedBy: 'Sara Karimi',
      isOwn: false,
    })
  })
})
