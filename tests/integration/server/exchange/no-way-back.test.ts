import { expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/store/database.ts'
import { order } from '#tests/builders/commands.ts'
import { pipelineOn } from '#tests/builders/pipeline-on.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const RENEWAL = /^update leader set epoch = epoch \+ 1.* where id = 1 and holder/

/** Fails at the next batch, and again as soon as the exchange has renewed its right to write; then it works. */
function breakingTwice(healthy: Database, engine: Database['engine']) {
  const illness: { isArmed: boolean; onBatch: () => unknown } = { isArmed: false, onBatch: () => undefined }
  let isRenewed = false
  const database: Database = {
    engine,
    transaction: (work) => healthy.transaction(work),
    onAnnounced: (topic, listener) => healthy.onAnnounced(topic, listener),
    announceToOthers: (topic, detail) => healthy.announceToOthers(topic, detail),
    close: () => healthy.close(),
    pipeline: () => pipelineOn(database.query),
    async query(sql, values) {
      if (illness.isArmed && sql.startsWith('with fence')) {
        illness.isArmed = false
        illness.onBatch()
        throw new DatabaseUnavailable('the connection broke')
      }
      if (isRenewed && sql.startsWith('select')) {
        isRenewed = false
        throw new DatabaseUnavailable('the connection broke again')
      }
      isRenewed ||= RENEWAL.test(sql)
      return healthy.query(sql, values)
    },
  }
  return { database, illness }
}

eachDatabase('a memory that ran ahead of the store and cannot be built again', (open) => {
  test.each(['when the built-in database has stopped', 'while the exchange closes'])(
    'is never written from, %s, though orders have come to their end',
    async (when) => {
      const isClosing = when.includes('closes')
      const healthy = await open()
      const { database, illness } = breakingTwice(healthy, isClosing ? 'postgres' : 'pglite')
      const clock = { now: 1_000 }
      const exchange = await openExchange(database, { now: () => clock.now })
      await exchange.gives('ali', '10 GOLD')
      const lasting = { key: 'key-1', at: 1_000, terms: { expiresAt: 5_000 } }
      await exchange.submit(order('ali sells 5 GOLD at 100', lasting))
      let closed: Promise<void> | undefined
      illness.onBatch = () => {
        clock.now = 6_000
        if (isClosing) closed = exchange.close()
      }
      illness.isArmed = true
      await expect(exchange.order('ali sells 3 GOLD at 101', 'key-2')).rejects.toMatchObject({
        name: 'OutcomeUnknown',
      })
      await closed
      await exchange.close()
      expect(await faultsOf(healthy)).toEqual([])
      expect(await healthy.query(`select kind from ledger_entries where kind = 'expire'`)).toEqual([])

      const again = await openExchange(healthy, { now: () => clock.now })
      expect(await again.order('ali sells 3 GOLD at 101', 'key-2')).toMatchObject({ status: 'IS_OPEN' })
      expect(again.picture()).toContain('ali: 7 + 3 GOLD')
      expect(await faultsOf(healthy)).toEqual([])
      await again.close()
    },
  )
})
