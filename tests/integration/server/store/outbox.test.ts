import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import {
  dispatch,
  type Found,
  type NewOutboxRow,
  type OutboxKind,
  type Outcome,
  putInOutbox,
} from '#server/store/outbox.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** A bank that is paid through the outbox: it knows what arrived, and says so if it is asked. */
function bank() {
  const paid: string[] = []
  const asked: string[] = []
  const answers: Outcome[] = []
  const found: Found[] = []
  let meanwhile: () => Promise<void> = async () => undefined
  const kind: OutboxKind<string> = {
    name: 'PAYOUT',
    parallelMax: 5,
    repeats: false,
    load: async (_tx, rows) => new Map(rows.map(({ id, payload }) => [id, payload])),
    send: async (payload) => {
      paid.push(payload)
      await meanwhile()
      return answers.shift() ?? { kind: 'sent' }
    },
    lookUp: async (payload) => {
      asked.push(payload)
      return found.shift() ?? { kind: 'sent' }
    },
  }
  const during = (what: typeof meanwhile) => {
    meanwhile = what
  }
  return { kind, paid, asked, answers, found, during }
}

eachDatabase('payouts in the outbox', (open) => {
  let database: Database
  let nowMs = 0
  let lines: string[] = []
  const now = () => new Date(nowMs)
  const log = { error: (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`) }
  const put = (...rows: Partial<NewOutboxRow>[]) =>
    database.transaction((tx) =>
      putInOutbox(
        tx,
        rows.map((row) => ({ kind: 'PAYOUT', key: 'withdrawal:1', payload: '5 TOMAN', dueAt: now(), ...row })),
      ),
    )
  const run = (kind: OutboxKind<string>) => dispatch({ database, now, log }, kind)
  const states = async () =>
    (
      await database.query<{ text: string }>(
        `select concat_ws(' ', key, state, case when ended_at is null then 'open' end, nullif(payload, '')) as text from outbox order by id`,
      )
    ).map(({ text }) => text)
  const passMinutes = (minutes: number) => {
    nowMs += minutes * 60_000
  }

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-20T08:00:00Z')
    lines = []
    await database.query('delete from outbox')
  })

  test('a key is put once, whatever is asked for later, and only if its fact is committed', async () => {
    const { kind, paid } = bank()
    const failing = database.transaction(async (tx) => {
      await putInOutbox(tx, [{ kind: 'PAYOUT', key: 'withdrawal:1', payload: 'never', dueAt: now() }])
      throw new Error('the withdrawal was refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await Promise.all([put({}), put({}), put({})])
    await run(kind)
    await put({ payload: '6 TOMAN' })
    await run(kind)
    expect(paid).toEqual(['5 TOMAN'])
    expect(await states()).toEqual(['withdrawal:1 SENT'])
  })

  test('a payout that timed out is looked up until its fate is known, and never sent again', async () => {
    const { kind, paid, asked, answers, found } = bank()
    await put({}, { key: 'withdrawal:2', payload: '7 TOMAN' })
    answers.push({ kind: 'unknown' }, { kind: 'unknown' })
    found.push({ kind: 'unknown' }, { kind: 'refused' }, { kind: 'sent' })
    await run(kind)
    expect(await states()).toEqual(['withdrawal:1 UNKNOWN open 5 TOMAN', 'withdrawal:2 UNKNOWN open 7 TOMAN'])
    for (let turn = 0; turn < 5; turn++) {
      passMinutes(3)
      await run(kind)
    }
    expect(paid).toEqual(['5 TOMAN', '7 TOMAN'])
    expect(asked).toHaveLength(3)
    expect((await states()).map((state) => state.split(' ')[1]).toSorted()).toEqual(['REFUSED', 'SENT'])
  })

  test('one whose process was killed between the mark and the answer is looked up, too', async () => {
    const { kind, paid, asked } = bank()
    await put({})
    const killed = { ...kind, send: () => Promise.reject(new Error('killed')) }
    await expect(run(killed)).rejects.toThrow('killed')
    await run(kind)
    expect([paid, asked]).toEqual([[], []])
    passMinutes(2.1)
    await run(kind)
    expect([paid, asked]).toEqual([[], ['5 TOMAN']])
    expect(await states()).toEqual(['withdrawal:1 SENT'])
  })

  test('one whose fate nobody knows ends as unknown, for a person, and without a look-up immediately', async () => {
    const { kind, paid, asked, answers, found } = bank()
    await put({})
    answers.push({ kind: 'unknown' })
    found.push(...Array.from({ length: 50 }, (): Found => ({ kind: 'unknown' })))
    for (let hour = 0; hour < 60; hour++) {
      await run(kind)
      passMinutes(60)
    }
    expect([paid.length, asked.length]).toEqual([1, 7])
    expect(await states()).toEqual(['withdrawal:1 UNKNOWN'])
    expect(lines).toEqual([expect.stringContaining('given up')])
    const { kind: silent, ...other } = bank()
    const { lookUp: _, ...blind } = silent
    other.answers.push({ kind: 'unknown' })
    await put({ key: 'withdrawal:2' })
    await run(blind)
    expect(await states()).toContain('withdrawal:2 UNKNOWN')
  })

  test('one that certainly was not sent is sent after a pause', async () => {
    const { kind, paid, asked, answers } = bank()
    await put({})
    answers.push({ kind: 'later', afterMs: 600_000 })
    await run(kind)
    passMinutes(9)
    await run(kind)
    expect(paid).toHaveLength(1)
    passMinutes(2)
    await run(kind)
    expect([paid.length, asked.length]).toEqual([2, 0])
  })

  test('a process that was frozen beyond its claim sends nothing, and what it learns late overwrites nothing', async () => {
    const slow = bank()
    const other = bank()
    await put({})
    // Frozen after the claim: its data comes when another process has claimed the row.
    const frozen = {
      ...slow.kind,
      load: async (...asked: Parameters<typeof slow.kind.load>) => {
        const items = await slow.kind.load(...asked)
        passMinutes(3)
        return items
      },
    }
    await run(frozen)
    expect(slow.paid).toEqual([])
    await run(other.kind)
    expect([other.paid, other.asked, await states()]).toEqual([[], ['5 TOMAN'], ['withdrawal:1 SENT']])
    // Frozen while the vendor had it.
    await put({ key: 'withdrawal:2' })
    other.found.push({ kind: 'unknown' })
    slow.answers.push({ kind: 'later' })
    slow.during(async () => {
      passMinutes(3)
      await run(other.kind)
    })
    await run(slow.kind)
    expect(await states()).toContain('withdrawal:2 UNKNOWN open 5 TOMAN')
    expect([...slow.paid, ...other.paid]).toHaveLength(1)
  })

  test('each target of a fact is a row of its own, and a row without data is dropped', async () => {
    const { kind, paid } = bank()
    await put({ target: 'a', payload: 'a' }, { target: 'b', payload: 'b' }, { target: 'a', payload: 'c' })
    await run({
      ...kind,
      load: async (_tx, rows) =>
        new Map(rows.filter(({ target }) => target === 'a').map(({ id, payload }) => [id, payload])),
    })
    expect(paid).toEqual(['a'])
    expect(await states()).toEqual(['withdrawal:1 SENT', 'withdrawal:1 DROPPED'])
  })

  test('ten processes at a time send each row once, oldest first', async () => {
    const { kind, paid } = bank()
    await put(...Array.from({ length: 60 }, (_, i) => ({ key: `withdrawal:${i}`, payload: String(i) })))
    await Promise.all(Array.from({ length: 10 }, () => run(kind)))
    expect(paid.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, i) => String(i)))
  })
})
