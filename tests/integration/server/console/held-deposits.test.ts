import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOddDeposits } from '#contract/operations-custody.ts'
import { getOverview } from '#contract/operations-overview.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { endIncoming, pendingUpTo, saveSeen } from '#server/store/wallets/incoming-transfers.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const UNITS = amount(5_000_000n)
const SENDER = `0x${'1'.repeat(40)}`

onDatabase('deposits that screening holds', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let omid: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi', ['FINANCE'])
    omid = await server.addOperator('Omid Rad', ['RISK'])
  })
  afterAll(() => server.close())

  const coinId = () => server.services.catalogue.coinBySymbol.get('TETHER')?.id ?? 0
  let held = 0
  /** A deposit that is set aside for its sender. */
  async function hold() {
    const { userId } = await verifiedUser(database)
    held += 1
    const at = server.people.accounts.now()
    const seen = { network: 'ERC20', txid: `tx-${held}`, position: 0, userId, coinId: coinId(), amount: UNITS }
    const place = {
      tag: undefined,
      contract: undefined,
      height: held,
      confirmations: 3,
      confirmationsNeeded: 3,
      senders: [SENDER],
    }
    await saveSeen(database, { ...seen, ...place }, at)
    const id = (await pendingUpTo(database, { network: 'ERC20', height: held }))[0]?.id ?? 0
    await server.exchange.submit({
      ...{ type: 'correction', userId, key: `held-${id}`, fingerprint: '', reference: `held-${id}` },
      ...{ debit: 'hot/ERC20', credit: 'suspense/ERC20', coinId: coinId(), amount: UNITS },
    })
    await endIncoming(database, { id, state: 'HELD', at, heldFor: `${SENDER}: stolen coins` })
    return { id, userId }
  }
  const decide = async (id: number, decision: 'CREDIT' | 'KEEP') =>
    server.ask(`/operations/custody/odd-deposits/${id}/decide`, {
      json: { decision, reason: 'Looked into it' },
      token: await server.logIn(sara),
    })
  const approve = async ({ body }: Awaited<ReturnType<typeof decide>>, who = omid) =>
    server.ask(`/operations/proposals/${body.baseDTO?.id}/approve`, {
      json: { reason: 'Seen' },
      token: await server.logIn(who),
    })
  const listed = async (id: number) => {
    const token = await server.logIn(sara)
    const { body } = await server.ask('/operations/custody/odd-deposits', { method: 'GET', token })
    return getOddDeposits.response.parse(body).content.find((row) => row.id === String(id))
  }

  const waiting = async () => {
    const { body } = await server.ask('/operations/overview', { method: 'GET', token: await server.logIn(sara) })
    return getOverview.response.parse(body).baseDTO.waiting.custody.count
  }

  test('are listed with their reason, and credited to the user by two operators', async () => {
    const { id, userId } = await hold()
    expect(await listed(id)).toMatchObject({ state: 'HELD', heldFor: `${SENDER}: stolen coins` })
    expect(await waiting()).toBe(1)
    const proposed = await decide(id, 'CREDIT')
    expect((await approve(proposed, sara)).body.code).toBe('FOUR_EYES_REQUIRED')
    expect(await readBalances(database, userId)).toEqual([])
    expect((await approve(proposed)).status).toBe(200)
    expect(await readBalances(database, userId)).toMatchObject([{ available: UNITS }])
    expect(await listed(id)).toBeUndefined()
    expect(await waiting()).toBe(0)
    const notices = await database.query('select kind from notices where user_id = $1', [userId])
    expect(notices).toEqual([{ kind: 'DEPOSIT_CREDITED' }])
  })

  test('stay out of the balance when two operators keep them, whatever was proposed besides', async () => {
    const { id, userId } = await hold()
    const credit = await decide(id, 'CREDIT')
    expect((await approve(await decide(id, 'KEEP'))).status).toBe(200)
    expect((await approve(credit)).body.code).toBe('NOTHING_TO_CHANGE')
    expect((await decide(id, 'KEEP')).body.code).toBe('NOTHING_TO_CHANGE')
    expect(await listed(id)).toMatchObject({ state: 'KEPT' })
    expect(await readBalances(database, userId)).toEqual([])
  })
})
