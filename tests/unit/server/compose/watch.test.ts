import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { watchStatements } from '#server/compose/metrics.ts'
import type { Database, Queryable } from '#server/store/database.ts'

const SLOW = 'select  pg_sleep(1)\n  where $1 = 2'

/** Far longer than a busy machine takes for a statement without a wait. */
const SLOW_MS = 500

/** Answers immediately, except one statement. */
const query: Queryable['query'] = async (sql) => {
  if (sql === SLOW) await sleep(SLOW_MS + 50)
  if (sql === 'refused') throw new Error('refused')
  return []
}

function watched() {
  const warn = vi.fn()
  const observe = vi.fn()
  const database: Database = {
    engine: 'postgres',
    query,
    transaction: (work) => work({ query, script: async () => undefined, announce: () => undefined }),
    pipeline: () => ({ query, close: async () => undefined }),
    onAnnounced: () => () => undefined,
    announceToOthers: async () => undefined,
    close: async () => undefined,
  }
  return { database: watchStatements(database, { log: { warn }, observe, slowMs: SLOW_MS }), warn, observe }
}

test('a statement that takes long is named without its values, in a transaction too', async () => {
  const { database, warn, observe } = watched()
  await database.query('select 1')
  await database.query(SLOW, ['secret'])
  await database.transaction((tx) => tx.query(SLOW, ['secret']))
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledWith(
    { ms: expect.any(Number), statement: 'select pg_sleep(1) where $1 = 2' },
    'a statement took long',
  )
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret')
  expect(observe).toHaveBeenCalledTimes(3)
})

test('a refused statement is timed, and refused as before', async () => {
  const { database, observe } = watched()
  await expect(database.query('refused')).rejects.toThrow('refused')
  expect(observe).toHaveBeenCalledTimes(1)
})
