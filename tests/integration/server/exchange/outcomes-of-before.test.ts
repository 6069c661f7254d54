import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/order.ts'
import { decodeOutcome } from '#server/exchange/outcome-text.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const AT = 1_795_161_600_000

eachDatabase('answers that were stored in words', (open) => {
  test('are the same answers after the migration to letters', async () => {
    const database = await open()
    for (const [i, status] of ORDER_STATUSES.entries())
      await database.query(`insert into outcomes values (1, $1, 'asked', $2, $3)`, [
        `key-${i}`,
        `order ${i + 1} ${status} 100 2000 3 ${AT}`,
        new Date(AT),
      ])
    await database.query(`insert into outcomes values (1, 'moved', 'asked', 'moved 77', $1)`, [new Date(AT)])

    const migration = await readFile('src/server/store/migrations/0008-leaner-rows.sql', 'utf8')
    const updates = migration.match(/^update outcomes[^;]*;/gm) ?? []
    expect(updates).toHaveLength(2)
    await database.transaction((tx) => tx.script(updates.join('\n')))

    const rows = await database.query<{ outcome: string; at: Date }>(
      'select outcome, at from outcomes order by at, key',
    )
    const outcomes = rows.map(({ outcome, at }) => decodeOutcome(outcome, at.getTime()))
    const done = { executed: 100n, executedValue: 2000n, wage: 3n, at: AT }
    expect(new Set(outcomes)).toEqual(
      new Set([
        ...ORDER_STATUSES.map((status, i) => ({ kind: 'order', orderId: i + 1, status, ...done })),
        { kind: 'moved', seq: 77 },
      ]),
    )
  })
})
