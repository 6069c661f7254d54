import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Channel, dispatchNotices, type Message, routeNotices } from '#server/notifications/channel.ts'
import { type Notice, queueNotice } from '#server/notifications/queue-notice.ts'
import type { Database, Transaction } from '#server/store/database.ts'
import { readNotices } from '#server/store/notifications/notices.ts'
import { keepPreferences } from '#server/store/notifications/preferences.ts'
import type { Outcome } from '#server/store/outbox.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** A process that is killed before the statement of this number and does nothing afterwards. */
function mortal(healthy: Database, statementsLeft: number): Database {
  let left = statementsLeft
  const mayGoOn = () => {
    left -= 1
    // Throws instead of losing the connection, which nobody rolls back: a busy server would hold the locks for a moment, and locked rows are skipped.
    if (left < 0) throw new Error('the process was killed')
  }
  return {
    ...healthy,
    query: async (sql, values) => {
      mayGoOn()
      return healthy.query(sql, values)
    },
    transaction: async (work) => {
      const result = await healthy.transaction((tx) =>
        work({
          ...tx,
          query: async (sql, values) => {
            mayGoOn()
            return tx.query(sql, values)
          },
        } satisfies Transaction),
      )
      return result
    },
  }
}

/** A channel that counts arrivals, whatever its process learns of them. */
function countingChannel(name: string, { repeats }: { repeats: boolean }) {
  const arrived = new Map<number, number>()
  const answers: Outcome[] = []
  let meanwhile: () => Promise<void> = async () => undefined
  const channel: Channel = {
    name,
    repeats,
    keepsQuiet: true,
    parallelMax: 4,
    send: async ({ noticeId }: Message) => {
      await meanwhile()
      const answer = answers.shift() ?? { kind: 'sent' }
      if (answer.kind === 'sent' || answer.kind === 'unknown') arrived.set(noticeId, (arrived.get(noticeId) ?? 0) + 1)
      return answer
    },
  }
  return {
    channel,
    arrived,
    answers,
    during: (what: typeof meanwhile) => {
      meanwhile = what
    },
  }
}

eachDatabase('notices through kills and failures', (open) => {
  let database: Database
  let userId = 0
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(nowMs)
  const log = { error() {} }
  const sending = (by: Database = database) => ({ database: by, now, log })
  const notice = (): Notice => ({ userId, kind: 'PASSWORD_CHANGED', at: now() })
  const queue = (tx: Transaction) => queueNotice(tx, notice())
  const idsOf = async () => (await readNotices(database, { userId, max: 1_000 })).map(({ id }) => id)
  const waits = () => database.query("select 1 from outbox where ended_at is null and state <> 'SENDING'")

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    userId = (await verifiedUser(database)).userId
    await database.query('delete from notices')
    await database.query('delete from outbox')
  })

  test('a transaction that is rolled back tells nothing, and one that is open tells nothing yet', async () => {
    const sms = countingChannel('SMS', { repeats: false })
    let announced = 0
    const stop = database.onAnnounced('notices', () => {
      announced += 1
    })
    const failing = database.transaction(async (tx) => {
      await queue(tx)
      throw new Error('it did not happen')
    })
    await expect(failing).rejects.toThrow('did not happen')
    expect([announced, await idsOf()]).toEqual([0, []])
    await database.transaction(async (tx) => {
      await queue(tx)
      expect(announced).toBe(0)
    })
    expect(announced).toBe(1)
    await routeNotices(sending(), [sms.channel])
    await dispatchNotices(sending(), sms.channel)
    expect([...sms.arrived.values()]).toEqual([1])
    stop()
  })

  test('one event is one notice, however often it is queued', async () => {
    const event = { ...notice(), eventKey: 'order:1:end', topic: 'order:1' }
    for (let time = 0; time < 3; time++) await database.transaction((tx) => queueNotice(tx, event))
    await Promise.all([1, 2, 3].map(() => database.transaction((tx) => queueNotice(tx, event))))
    expect(await idsOf()).toHaveLength(1)
  })

  test('a newer one of a topic stands in the place of the older, which goes no more', async () => {
    const push = countingChannel('PUSH', { repeats: false })
    const about = (percent: string): Notice => ({
      ...{ userId, kind: 'ORDER_PARTLY_FILLED', params: { percent }, topic: 'order:7', at: now() },
    })
    await database.transaction((tx) => queueNotice(tx, about('10')))
    await routeNotices(sending(), [push.channel])
    await database.transaction((tx) => queueNotice(tx, about('20')))
    await routeNotices(sending(), [push.channel])
    await dispatchNotices(sending(), push.channel)
    const shown = await readNotices(database, { userId, max: 50 })
    expect(shown.map(({ params }) => params)).toEqual(['{"percent":"20"}'])
    expect([...push.arrived.keys()]).toEqual(shown.map(({ id }) => id))
  })

  test('two processes at a time send each message once', async () => {
    const sms = countingChannel('SMS', { repeats: false })
    for (let count = 0; count < 30; count++) await database.transaction(queue)
    const process = async () => {
      await routeNotices(sending(), [sms.channel])
      await dispatchNotices(sending(), sms.channel)
    }
    await Promise.all([process(), process(), process()])
    await process()
    expect(sms.arrived.size).toBe(30)
    expect([...sms.arrived.values()].every((times) => times === 1)).toBe(true)
  })

  describe.each([
    ['SMS', false],
    ['EMAIL', true],
  ] as const)('%s', (name, repeats) => {
    test('is killed before each of its statements: nothing comes twice that may not, and nothing is lost in the app', async () => {
      for (let statement = 0; statement < 12; statement++) {
        const way = countingChannel(name, { repeats })
        await database.query('delete from notices')
        await database.query('delete from outbox')
        await database.transaction(queue)
        await database.transaction(queue)
        const dying = sending(mortal(database, statement))
        const life = async () => {
          await routeNotices(dying, [way.channel])
          await dispatchNotices(dying, way.channel)
        }
        await life().catch(() => undefined)
        for (let minute = 0; minute < 4; minute++) {
          nowMs += 121_000
          await routeNotices(sending(), [way.channel])
          await dispatchNotices(sending(), way.channel)
        }
        const ids = await idsOf()
        expect(ids).toHaveLength(2)
        for (const id of ids) {
          const times = way.arrived.get(id) ?? 0
          if (repeats) expect(times).toBeGreaterThanOrEqual(1)
          else expect(times).toBeLessThanOrEqual(1)
          expect(times).toBeLessThanOrEqual(2)
        }
        expect(await waits()).toEqual([])
      }
    })

    test('is killed after it has sent and before it has written so', async () => {
      const way = countingChannel(name, { repeats })
      await database.transaction(queue)
      await routeNotices(sending(), [way.channel])
      // Only the statements that take the notice run: the result is never written.
      const dying = sending(mortal(database, 2))
      await dispatchNotices(dying, way.channel).catch(() => undefined)
      expect([...way.arrived.values()]).toEqual([1])
      for (let minute = 0; minute < 3; minute++) {
        nowMs += 121_000
        await dispatchNotices(sending(), way.channel)
      }
      expect([...way.arrived.values()]).toEqual([repeats ? 2 : 1])
    })

    test('finds its vendor down, slow and silent in any order', async () => {
      const way = countingChannel(name, { repeats })
      for (let count = 0; count < 20; count++) await database.transaction(queue)
      await routeNotices(sending(), [way.channel])
      const kinds = fc.sample(fc.constantFrom('later', 'later', 'unknown', 'sent'), { numRuns: 60, seed: 20_261_122 })
      for (const kind of kinds) way.answers.push({ kind })
      // Another process looks for work at the same time.
      way.during(() =>
        dispatchNotices(sending(), { ...way.channel, send: async () => ({ kind: 'sent' }), name: 'NONE' }),
      )
      for (let hour = 0; hour < 40; hour++) {
        await dispatchNotices(sending(), way.channel)
        nowMs += 3_600_000
      }
      expect(way.arrived.size).toBe(20)
      if (!repeats) expect([...way.arrived.values()].every((times) => times === 1)).toBe(true)
      expect(await waits()).toEqual([])
      expect(await idsOf()).toHaveLength(20)
    })
  })

  test('a slow channel holds up no other', async () => {
    const slow = countingChannel('SMS', { repeats: false })
    const quick = countingChannel('EMAIL', { repeats: true })
    await database.transaction(queue)
    await routeNotices(sending(), [slow.channel, quick.channel])
    const { promise, resolve: release } = Promise.withResolvers<void>()
    slow.during(() => promise)
    const stuck = dispatchNotices(sending(), slow.channel)
    await dispatchNotices(sending(), quick.channel)
    expect([slow.arrived.size, quick.arrived.size]).toEqual([0, 1])
    release()
    await stuck
    expect(slow.arrived.size).toBe(1)
  })

  describe('quiet hours', () => {
    const NIGHT = { from: 23 * 60, to: 7 * 60 }
    beforeEach(() => keepPreferences(database, userId, { choices: {}, quietHours: NIGHT, showsAmounts: true }))
    const filled = (): Notice => ({ userId, kind: 'ORDER_FILLED', eventKey: `order:${nowMs}:end`, at: now() })

    test('hold back what may wait until they are over, over midnight, and not what protects the account', async () => {
      const push = countingChannel('PUSH', { repeats: false })
      // 23:30 in Tehran.
      nowMs = Date.parse('2026-11-21T20:00:00Z')
      await database.transaction((tx) => queueNotice(tx, filled()))
      await database.transaction(queue)
      await routeNotices(sending(), [push.channel])
      await dispatchNotices(sending(), push.channel)
      expect(push.arrived.size).toBe(1)
      nowMs = Date.parse('2026-11-22T03:29:59Z')
      await dispatchNotices(sending(), push.channel)
      expect(push.arrived.size).toBe(1)
      nowMs = Date.parse('2026-11-22T03:30:00Z')
      await dispatchNotices(sending(), push.channel)
      expect(push.arrived.size).toBe(2)
    })

    test('end without what is stale by then; the app keeps it', async () => {
      const push = countingChannel('PUSH', { repeats: false })
      const stale = { ...push.channel, ageMsMax: 4 * 3_600_000 }
      nowMs = Date.parse('2026-11-22T20:00:00Z')
      await database.transaction((tx) => queueNotice(tx, filled()))
      await routeNotices(sending(), [stale])
      nowMs = Date.parse('2026-11-23T03:30:00Z')
      await dispatchNotices(sending(), stale)
      expect(push.arrived.size).toBe(0)
      expect(await database.query('select state from outbox')).toEqual([{ state: 'DROPPED' }])
      expect(await idsOf()).toHaveLength(1)
    })
  })

  test('each of a user’s places gets its own message, and a group that was switched off gets none', async () => {
    const push = countingChannel('PUSH', { repeats: false })
    const devices = { ...push.channel, targetsOf: async () => new Map([[userId, ['phone', 'laptop']]]) }
    await database.transaction((tx) => queueNotice(tx, { userId, kind: 'ORDER_FILLED', at: now() }))
    await routeNotices(sending(), [devices])
    await dispatchNotices(sending(), devices)
    expect([...push.arrived.values()]).toEqual([2])
    await keepPreferences(database, userId, {
      ...{ choices: { ORDERS: { PUSH: false } }, quietHours: undefined, showsAmounts: true },
    })
    await database.transaction((tx) => queueNotice(tx, { userId, kind: 'ORDER_FILLED', at: now() }))
    await routeNotices(sending(), [devices])
    await dispatchNotices(sending(), devices)
    expect([...push.arrived.values()]).toEqual([2])
  })
})
