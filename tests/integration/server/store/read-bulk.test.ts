import { expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { freeText, milliseconds, optional, readBulk, readFreeText } from '#server/store/read-bulk.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const NASTY = 'a "quoted", \\ one\nwith\u001eseparators\u001fin it, و فارسی'

async function fill(database: Database): Promise<void> {
  const script = `create table given (id bigint, side side, note text, price numeric(38, 0), at timestamptz)`
  await database.transaction((tx) => tx.script(script))
  await database.query(
    `insert into given select id, 'SELL', case id % 2 when 0 then $1 end, nullif(id, 3), timestamptz '2026-11-20 10:00:00.678Z'
      from generate_series(1, 10) as id`,
    [NASTY],
  )
  await database.query(
    `insert into given select 10, 'BUY', '', 7, timestamptz '2026-11-20 10:00:00.679Z' from generate_series(1, 3)`,
  )
}

const FIELDS = ['id', 'side', freeText('note'), optional('price'), milliseconds('at')]

eachDatabase('reading in bulk', (open) => {
  const read = async (database: Database, { after, pageRows }: { after: string; pageRows: number }) => {
    const rows: unknown[] = []
    const take = ([id, side, note = '', price, at]: readonly string[]) =>
      rows.push([id, side, readFreeText(note), price, at])
    await readBulk(database, { fields: FIELDS, from: 'given where true', key: 'id', after, pageRows, take })
    return rows
  }

  test('rows come in order of their key, each once, however many fit on a page', async () => {
    const database = await open()
    await fill(database)
    const whole = await read(database, { after: '0', pageRows: 100 })
    expect(whole).toHaveLength(13)
    expect(whole.slice(1, 3)).toEqual([
      ['2', 'SELL', NASTY, '2', '1795168800678'],
      ['3', 'SELL', undefined, '', '1795168800678'],
    ])
    expect(whole[12]).toEqual(['10', 'BUY', '', '7', '1795168800679'])
    for (const pageRows of [1, 2, 3, 5, 10, 13]) expect(await read(database, { after: '0', pageRows })).toEqual(whole)
    expect(await read(database, { after: '4', pageRows: 2 })).toEqual(whole.slice(4))
    expect(await read(database, { after: '10', pageRows: 2 })).toEqual([])
  })

  test('a field that is null against its promise is a fault, not a shifted row', async () => {
    const database = await open()
    await fill(database)
    const fields = ['id', 'price', 'side']
    const reading = readBulk(database, {
      fields,
      from: 'given where true',
      key: 'id',
      after: '0',
      pageRows: 9,
      take() {},
    })
    await expect(reading).rejects.toThrow('a row of 2 fields')
  })
})
