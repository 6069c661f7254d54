import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { followNotices } from '#server/notifications/follow-notices.ts'
import { QUEUED, queueNotice } from '#server/notifications/queue-notice.ts'
import type { Database } from '#server/store/database.ts'
import { insertNotices } from '#server/store/notifications/notices.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { type EventReader, readEvents } from '#tests/builders/event-reader.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'

onDatabase('a notice reaches the open apps of its user', (open) => {
  let database: Database
  let at: LivingServer
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  let looking: Promise<void> = Promise.resolve()
  let watch: ReturnType<typeof followNotices>
  let mina: number
  let reza: number
  const readers: EventReader[] = []

  beforeAll(async () => {
    database = await open()
    at = await startLivingServer(database)
    const { feed } = at.living.marketData
    watch = followNotices({ database, now: () => new Date(nowMs), apps: feed })
    await watch.check()
    database.onAnnounced(QUEUED, () => {
      looking = looking.then(watch.check)
    })
    mina = (await verifiedUser(database)).userId
    reza = (await verifiedUser(database)).userId
  })
  afterEach(async () => {
    await looking
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(() => at.close())

  let sessions = 100
  const listen = async (userId: number) => {
    sessions += 1
    const token = `session-of-a-user-${sessions}`
    at.sessions.set(token, callerOf(userId, { sessionId: sessions }))
    const reader = await readEvents(`${at.url}/api/stream`, { token })
    readers.push(reader)
    await reader.until('its start', ({ all }) => all('refetch').length === 1)
    return reader
  }
  const ticks = (reader: EventReader) =>
    reader.all('refetch').filter(({ data }) => data.what === 'notifications').length
  const notice = (userId: number) =>
    ({ userId, kind: 'DEPOSIT_CREDITED', params: { coin: 'TOMAN', amount: '7' }, at: new Date(nowMs) }) as const

  test('on each device at once behind the commit, with nothing of what it says, and never before it', async () => {
    const [phone, laptop, stranger] = [await listen(mina), await listen(mina), await listen(reza)]
    await database
      .transaction(async (tx) => {
        await queueNotice(tx, notice(mina))
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await watch.check()
    expect([phone, laptop].map(ticks)).toEqual([0, 0])
    await database.transaction(async (tx) => {
      await queueNotice(tx, notice(mina))
      await queueNotice(tx, notice(mina))
    })
    for (const reader of [phone, laptop]) {
      await reader.until('the tick', (reader) => ticks(reader) > 0)
      expect(reader.events.map(({ event, data }) => [event, data])).toEqual([
        ['refetch', { what: 'own' }],
        ['refetch', { what: 'notifications' }],
      ])
    }
    expect(ticks(stranger)).toBe(0)
  })

  test('also one that another process has queued, and one whose transaction was slow to commit; each once', async () => {
    const phone = await listen(mina)
    // The row is in the database alone: this process gets no event.
    await insertNotices(database, [{ ...notice(mina), params: '{}' }])
    await watch.check()
    await phone.until('the tick', (reader) => ticks(reader) === 1)
    await database.query(
      'insert into notices (id, user_id, kind, params, at, due_at) overriding system value select max(id) + 5, $1, $2, $3, $4, $4 from notices',
      [reza, 'DEPOSIT_CREDITED', '{}', new Date(nowMs)],
    )
    await watch.check()
    nowMs += 9_000
    await database.query(
      'insert into notices (id, user_id, kind, params, at, due_at) overriding system value select max(id) - 1, $1, $2, $3, $4, $4 from notices',
      [mina, 'DEPOSIT_CREDITED', '{}', new Date(nowMs)],
    )
    await watch.check()
    await phone.until('the late tick', (reader) => ticks(reader) === 2)
    nowMs += 11_000
    await watch.check()
    await watch.check()
    const other = await listen(reza)
    await database.query("select setval(pg_get_serial_sequence('notices', 'id'), (select max(id) from notices))")
    await database.transaction((tx) => queueNotice(tx, notice(reza)))
    await other.until('the tick', (reader) => ticks(reader) === 1)
    expect(ticks(phone)).toBe(2)
  })

  test('is read once, however many there are and however often is looked', async () => {
    let rows = 0
    const counting: Database = Object.create(database, {
      query: {
        value: async (...asked: Parameters<Database['query']>) => {
          const found = await database.query(...asked)
          rows += found.length
          return found
        },
      },
    })
    const own = followNotices({ database: counting, now: () => new Date(nowMs), apps: { onNotices: () => undefined } })
    await own.check()
    await insertNotices(
      database,
      Array.from({ length: 300 }, () => ({ ...notice(reza), params: '{}' })),
    )
    rows = 0
    for (let look = 0; look < 5; look += 1) await own.check()
    expect(rows).toBe(300)
  })

  test('of more than a thousand in one look none is missed', async () => {
    const phone = await listen(mina)
    const many = Array.from({ length: 1_200 }, (_, i) => ({ ...notice(i === 1_199 ? mina : reza), params: '{}' }))
    await insertNotices(database, many)
    await watch.check()
    await phone.until('the tick', (reader) => ticks(reader) === 1)
    expect(ticks(phone)).toBe(1)
  })
})
