import { expect, test } from 'vitest'
import { readBulk } from '#server/store/read-bulk.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

interface Row {
  id: bigint
  side: string
  note: string | null
  at: Date
}

const SQL = `select * from (values
  (2::bigint, 'SELL'::side, 'a "quoted", {braced} \\ one', timestamptz '2026-11-20 10:00Z'),
  (1::bigint, 'BUY'::side, null, timestamptz '2026-11-20 09:00Z')) as given (id, side, note, at)`

eachDatabase('reading in bulk', (open) => {
  const reading = { id: 'plain', side: 'enum', note: 'plain', at: 'plain' } as const

  test('rows come as a plain query gives them, in its order', async () => {
    const database = await open()
    const sql = `${SQL} order by id`
    const rows = await readBulk<Row>(database, { sql, reading })
    expect(rows).toEqual(await database.query<Row>(sql))
    expect(rows.map(({ note }) => note)).toEqual([null, 'a "quoted", {braced} \\ one'])
  })

  test('no rows are an empty list', async () => {
    const database = await open()
    const sql = `${SQL} where id > $1`
    expect(await readBulk<Row>(database, { sql, reading, values: [5] })).toEqual([])
  })

  test('an enum that is not named as one is a fault, not letters', async () => {
    const database = await open()
    await expect(readBulk<Row>(database, { sql: SQL, reading: { ...reading, side: 'plain' } })).rejects.toThrow('side')
  })
})
