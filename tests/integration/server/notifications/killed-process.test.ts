import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getNotifications } from '#contract/notifications.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { askerOf } from '#tests/builders/customer.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabaseOnDisk } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

const KILLS = 3
/** The longest time between two reads of the orders on a busy machine. */
const NOTICED_MS_MAX = 60_000
/** A second notice of an order would come with one of the next reads. */
const NEXT_LOOKS_MS = 2_000

/** One user sells and the other buys, at a price of their own. @returns how many of the two orders were answered */
async function trade(url: string, [seller, buyer]: readonly VerifiedUser[], key: string): Promise<number> {
  const terms = { marketType: 'GOLD_TOMAN', unitPrice: '10000000', amount: '0.1' }
  const place = async (side: 'SELL' | 'BUY', token = '') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ ...terms, orderType: `LIMITED_${side}`, clientOrderId: key })
    const answer = await fetch(`${url}/api/orders/${side.toLowerCase()}`, { method: 'POST', headers, body })
    return answer.status === 200 ? 1 : 0
  }
  return (await place('SELL', seller?.token)) + (await place('BUY', buyer?.token))
}

/** The number of filled orders for which this user has a notice. */
async function countNotices(url: string, { token }: VerifiedUser): Promise<number> {
  const { content } = await askerOf(url, token)(getNotifications, { query: { language: 'fa' } })
  return content.filter(({ kind }) => kind === 'ORDER_FILLED').length
}

eachDatabaseOnDisk('owners of orders', (_open, place) => {
  test(`are told of each order once, through ${KILLS} kills of the server`, { timeout: 240_000 }, async () => {
    const settings = await place()
    const traders = await preparedTraders(settings, { count: 2, funds: ['1000000000 TOMAN', '100 GOLD'] })
    let server = await startServerProcess(settings)
    let filled = 0
    for (let kill = 0; kill < KILLS; kill++) {
      filled += await trade(server.url, traders, `first-${kill}-of-all`)
      await sleep(kill * 150)
      filled += await trade(server.url, traders, `second-${kill}-of-all`)
      await server.kill()
      server = await startServerProcess(settings)
    }
    const { url } = server
    await expect
      .poll(() => Promise.all(traders.map((trader) => countNotices(url, trader))), { timeout: NOTICED_MS_MAX })
      .toEqual(traders.map(() => KILLS * 2))
    await sleep(NEXT_LOOKS_MS)
    await server.stop()
    const database = await openDatabase(settings)
    const finished = await database.query<{ id: string }>(
      "select id::text from orders where status = 'FINISHED_WITH_TRANSACTION' and user_id = any ($1::bigint[]) order by orders.id",
      [traders.map(({ userId }) => userId)],
    )
    const notices = await database.query<{ id: string }>(
      "select params::json ->> 'orderId' as id from notices where kind = 'ORDER_FILLED' order by (params::json ->> 'orderId')::bigint",
    )
    await database.close()
    expect(filled).toBe(KILLS * 4)
    expect(finished).toHaveLength(filled)
    expect(notices).toEqual(finished)
  })
})
