import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Exchange, OutcomeUnknown } from '#server/exchange/exchange.ts'
import type { Database } from '#server/store/database.ts'
import { buyDue } from '#server/trading/recurring-buys/buy-due.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { openRecurringServer, type RecurringServer } from './recurring-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** When every purchase of ten o'clock is tried: they are spread over a minute. */
const DUE = 10 * HOUR_MS + MINUTE_MS

/** Ten in the morning in Tehran, every day. */
const DAILY = { kind: 'DAILY', minute: 600 }
const PLAN = { marketType: 'GOLD_TOMAN', total: '20100000', rhythm: DAILY }

onDatabase('recurring buys', (open) => {
  let database: Database
  let server: RecurringServer
  const create = (changes: object = {}, key?: string) => server.ask('POST', '', { ...PLAN, ...changes }, key)
  const plan = (changes: object = {}) => server.plan({ ...PLAN, ...changes })

  beforeAll(async () => {
    database = await open()
    server = await openRecurringServer(database)
  })
  beforeEach(async () => {
    // Each test has a fortnight of its own, since the exchange's time never goes back.
    server.dayMs += 14 * DAY_MS
    server.at(9 * HOUR_MS)
    await server.quote()
    server.living.states.state = { kind: 'open' }
    await server.become((await verifiedUser(database)).userId, '100000000')
  })
  afterAll(() => server.close())

  describe('a purchase that is due', () => {
    test('is made at the price of the moment once each time, told, and never before', async () => {
      const { id, nextDateTime } = await plan()
      expect(nextDateTime).toBe(server.iso(10 * HOUR_MS))
      await server.runAt(10 * HOUR_MS - 1_000)
      expect(await server.bought()).toBe(0)
      await server.runAt(DUE)
      await server.runAt(DUE + MINUTE_MS)
      await server.runAt(DAY_MS + DUE, { goldGram: '5000000' })
      expect(await server.notices()).toEqual(['BOUGHT 2', 'BOUGHT 4'])
      expect(await server.runs(id)).toMatchObject([
        { outcome: 'BOUGHT', unitPrice: '5025000', total: '20100000', received: '3.988' },
        { outcome: 'BOUGHT', unitPrice: '10050000', total: '20100000' },
      ])
      const [kept] = await server.plans()
      expect(kept?.nextDateTime).toBe(server.iso(2 * DAY_MS + 10 * HOUR_MS))
    })

    test('is not made again when the process dies between the trade and its record', async () => {
      const { id } = await plan()
      server.at(DUE)
      await server.quote()
      await buyDue(server.dying())
      expect([await server.bought(), await server.runs(id), await server.notices()]).toEqual([1, [], []])
      await server.runAt(DUE + 2 * MINUTE_MS, { goldGram: '5000000' })
      expect(await server.bought()).toBe(1)
      expect(await server.runs(id)).toMatchObject([{ outcome: 'BOUGHT', unitPrice: '10050000' }])
      expect(await server.notices()).toEqual(['BOUGHT 2'])
    })

    test('is found days after such a death, when the exchange has forgotten its key', async () => {
      const { id } = await plan()
      server.at(DUE)
      await server.quote()
      await buyDue(server.dying())
      await database.query('delete from outcomes')
      await server.runAt(3 * DAY_MS + 9 * HOUR_MS)
      expect(await server.runs(id)).toMatchObject([{ outcome: 'BOUGHT' }])
    })

    test('is made once by two processes at a time', async () => {
      const { id } = await plan()
      server.at(DUE)
      await server.quote()
      await Promise.all([buyDue(server.buying), buyDue(server.buying), buyDue(server.buying)])
      expect([await server.bought(), (await server.runs(id)).length, await server.notices()]).toEqual([
        1,
        1,
        ['BOUGHT 2'],
      ])
    })

    test('is looked up when its answer was lost', async () => {
      await plan()
      server.at(DUE)
      await server.quote()
      const submit: Exchange['submit'] = async (command) => {
        await server.living.exchange.submit(command)
        throw new OutcomeUnknown('lost')
      }
      await buyDue(server.submitting(submit))
      expect(await server.notices()).toEqual([])
      await server.runAt(DUE + 2 * MINUTE_MS)
      expect([await server.bought(), await server.notices()]).toEqual([1, ['BOUGHT 2']])
    })

    test('is not affected by the failure of another', async () => {
      await plan()
      const first = server.userId
      await server.become((await verifiedUser(database)).userId, '100000000')
      await plan()
      server.at(DUE)
      await server.quote()
      const submit: Exchange['submit'] = (command) =>
        'userId' in command && command.userId === first
          ? Promise.reject(new Error('a fault of ours'))
          : server.living.exchange.submit(command)
      await buyDue(server.submitting(submit))
      expect(await server.bought()).toBe(1)
    })

    test('above the ceiling is left out and told, and the next one below it is made', async () => {
      const { id } = await plan({ ceiling: '10000000' })
      await server.runAt(DUE)
      expect((await server.plans())[0]?.state).toBe('ACTIVE')
      await server.runAt(DAY_MS + DUE, { goldGram: '5000000' })
      expect(await server.outcomes(id)).toEqual(['BOUGHT', 'SKIPPED PRICE_ABOVE_CEILING'])
      expect(await server.notices()).toEqual(['SKIPPED PRICE_ABOVE_CEILING', 'BOUGHT 4'])
    })

    test('without the balance stops the plan, which its owner may resume', async () => {
      const { id } = await plan({ total: '90000000' })
      await server.runAt(DUE)
      await server.runAt(DAY_MS + DUE)
      await server.runAt(2 * DAY_MS + DUE)
      expect(await server.plans()).toMatchObject([
        { state: 'STOPPED', reason: 'NOT_ENOUGH_BALANCE', nextDateTime: null },
      ])
      expect(await server.notices()).toEqual(['BOUGHT 8.955', 'STOPPED NOT_ENOUGH_BALANCE'])
      const { baseDTO } = await server.ask('PUT', `/${id}`, { total: '2000000', rhythm: DAILY, paused: false })
      expect(baseDTO).toMatchObject({ state: 'ACTIVE', reason: null })
      await server.runAt(3 * DAY_MS + DUE)
      expect((await server.runs(id))[0]).toMatchObject({ outcome: 'BOUGHT' })
    })

    test('waits for a live price, and is left out when there was none for six hours', async () => {
      const { id } = await plan()
      server.at(DUE)
      await buyDue(server.buying)
      expect(await server.plans()).toMatchObject([{ state: 'ACTIVE', reason: 'PRICE_STALE' }])
      await server.runAt(15 * HOUR_MS)
      expect(await server.runs(id)).toMatchObject([{ outcome: 'BOUGHT' }])
      server.at(DAY_MS + DUE)
      await buyDue(server.buying)
      server.at(DAY_MS + 17 * HOUR_MS)
      await buyDue(server.buying)
      expect((await server.runs(id))[0]).toMatchObject({ outcome: 'SKIPPED', reason: 'PRICE_STALE' })
    })

    test('that the server slept through is made within six hours, and otherwise left out once for all of them', async () => {
      const { id } = await plan()
      await server.runAt(15 * HOUR_MS)
      expect(await server.runs(id)).toMatchObject([{ outcome: 'BOUGHT' }])
      await server.runAt(5 * DAY_MS + 11 * HOUR_MS)
      await server.runAt(5 * DAY_MS + 11 * HOUR_MS + MINUTE_MS)
      expect(await server.outcomes(id)).toEqual(['BOUGHT', 'SKIPPED MISSED', 'BOUGHT'])
    })

    test('waits for its market to open, but not beyond the next purchase', async () => {
      const { id } = await plan()
      server.living.states.state = { kind: 'closed', opensAt: new Date(server.dayMs + DAY_MS + 9 * HOUR_MS) }
      await server.runAt(DUE)
      expect(await server.plans()).toMatchObject([
        { reason: 'MARKET_CLOSED', waitsUntilDateTime: server.iso(DAY_MS + 9 * HOUR_MS) },
      ])
      server.living.states.state = { kind: 'open' }
      await server.runAt(DAY_MS + 9 * HOUR_MS + MINUTE_MS)
      server.living.states.state = { kind: 'closed', opensAt: new Date(server.dayMs + 3 * DAY_MS) }
      await server.runAt(DAY_MS + DUE)
      expect(await server.outcomes(id)).toEqual(['SKIPPED MARKET_CLOSED', 'BOUGHT'])
    })

    test.each([
      ['ACCOUNT_FROZEN', 'update users set blocked_at = now() where id = $1'],
      ['ACCOUNT_NOT_AUTHORIZED', `update users set verification = 'INFORMATION_CHANGED' where id = $1`],
      ['MARKET_MAKER_NOT_ALLOWED', `update users set level = 'SUPERVISOR' where id = $1`],
    ])('stops the plan of an account that may not buy: %s', async (reason, change) => {
      await plan()
      await database.query(change, [server.userId])
      await server.runAt(DUE)
      expect([await server.bought(), await server.notices()]).toEqual([0, [`STOPPED ${reason}`]])
    })

    test('stops with a market that has ended, and waits for one that is halted', async () => {
      const reason = { fa: 'تعمیر', en: 'Repair' }
      await plan()
      server.living.states.state = { kind: 'halted', reason }
      await server.runAt(DUE)
      expect(await server.plans()).toMatchObject([{ state: 'ACTIVE', reason: 'MARKET_HALTED' }])
      server.living.states.state = { kind: 'cancel-only', reason }
      await server.runAt(DUE + 2 * MINUTE_MS)
      expect(await server.plans()).toMatchObject([{ state: 'STOPPED', reason: 'MARKET_IS_NOT_ACTIVE' }])
    })
  })

  describe('a plan', () => {
    test('is made once for a key, and another under the same key is refused', async () => {
      const [first, again] = [await create({}, 'same-key-1'), await create({}, 'same-key-1')]
      expect(again.baseDTO).toEqual(first.baseDTO)
      expect(await create({ total: '30000000' }, 'same-key-1')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
      expect(await server.plans()).toHaveLength(1)
    })

    test('is refused with its reason', async () => {
      const refusals: [object, object][] = [
        [{ marketType: 'NOTHING_TOMAN' }, { code: 'MARKET_NOT_FOUND' }],
        [{ total: '0' }, { code: 'UNACCEPTABLE_AMOUNT', field: 'total' }],
        [{ total: '1' }, { code: 'RECURRING_BUY_TOTAL_LOW', baseDTO: { coin: 'TOMAN' } }],
        [{ total: '999999999999999' }, { code: 'RECURRING_BUY_TOTAL_HIGH', baseDTO: { coin: 'TOMAN' } }],
        [{ ceiling: '0.5' }, { code: 'UNIT_PRICE_INVALID', field: 'ceiling' }],
        [{ rhythm: { kind: 'MONTHLY', day: 32, calendar: 'JALALI', minute: 0 } }, { code: 'BAD_REQUEST' }],
        [{ rhythm: { kind: 'DAILY', minute: 1_440 } }, { code: 'BAD_REQUEST' }],
      ]
      for (const [changes, refusal] of refusals) expect(await create(changes)).toMatchObject(refusal)
      server.living.states.state = { kind: 'cancel-only', reason: { fa: 'پایان', en: 'The end' } }
      expect(await create()).toMatchObject({ code: 'MARKET_IS_NOT_ACTIVE' })
      server.supervisors.add(server.userId)
      expect(await create()).toMatchObject({ code: 'MARKET_MAKER_NOT_ALLOWED' })
      expect(await server.plans()).toEqual([])
    })

    test('with the least total that is named is accepted', async () => {
      const { baseDTO } = await create({ total: '1' })
      expect((await create({ total: baseDTO?.min })).status).toBe(200)
    })

    test('is one of twenty at most', async () => {
      for (let count = 0; count < 20; count += 1) await plan()
      expect(await create()).toMatchObject({ code: 'RECURRING_BUYS_TOO_MANY' })
      const [{ id } = { id: '' }] = await server.plans()
      await server.ask('DELETE', `/${id}`)
      expect((await create()).status).toBe(200)
    })

    test('that is paused or removed buys nothing; resumed, it begins with the next time', async () => {
      const paused = await plan()
      const removed = await plan()
      await server.ask('PUT', `/${paused.id}`, { total: '20100000', rhythm: DAILY, paused: true })
      await server.ask('DELETE', `/${removed.id}`)
      await server.runAt(DUE)
      expect(await server.bought()).toBe(0)
      const { baseDTO } = await server.ask('PUT', `/${paused.id}`, { total: '20100000', rhythm: DAILY, paused: false })
      expect(baseDTO?.nextDateTime).toBe(server.iso(DAY_MS + 10 * HOUR_MS))
      expect(await server.ask('DELETE', `/${removed.id}`)).toMatchObject({ code: 'RECURRING_BUY_NOT_FOUND' })
    })
  })
})
