import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Database, SqlValue } from '#server/store/database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const HUGE = 10n ** 38n - 1n

/** [SQL type, a value, another]: each is sent alone, in an array, and with a null. */
const SAMPLES: readonly (readonly [string, SqlValue, SqlValue])[] = [
  ['bigint', 9_007_199_254_740_993n, -9_223_372_036_854_775_808n],
  ['numeric(38,0)', HUGE, -HUGE],
  ['smallint', -32_768, 7],
  ['integer', 2_147_483_647, 0],
  ['double precision', 0.1, -1e300],
  ['boolean', true, false],
  ['text', 'سلام "دنیا", {\\} \'\n', ''],
  ['text', 'NULL', ' padded '],
  ['timestamptz', new Date('2026-11-20T07:49:39.123Z'), new Date(0)],
  ['timestamptz', new Date('0001-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')],
  ['bytea', new Uint8Array([0, 34, 92, 255]), new Uint8Array()],
  ['uuid', '0198a6b4-3d2e-7c41-a1b2-0123456789ab', '00000000-0000-0000-0000-000000000000'],
  ['date', '2026-11-20', '1999-01-01'],
]

eachDatabase('values', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test.each(SAMPLES)('%s arrives as it was sent: %s, %s', async (type, first, second) => {
    const rows = await database.query(
      `SELECT $1::${type} AS one, $2::${type} AS nothing, $3::${type}[] AS several, $4::${type}[] AS none`,
      [first, null, [first, null, second], []],
    )
    expect(rows).toEqual([{ one: first, nothing: null, several: [first, null, second], none: [] }])
  })

  test('json documents arrive parsed, alone and in arrays', async () => {
    const document = { text: '"\\{},', list: [1, null, { deep: true }] }
    const rows = await database.query('SELECT $1::jsonb AS one, $2::jsonb[] AS several, $3::json AS plain', [
      { json: document },
      [{ json: document }, null, { json: 'text' }, { json: null }],
      { json: [1] },
    ])
    expect(rows).toEqual([{ one: document, several: [document, null, 'text', null], plain: [1] }])
  })

  test('microseconds of a timestamp are cut to milliseconds, in whatever zone the session is', async () => {
    const rows = await database.transaction(async (tx) => {
      await tx.script("SET LOCAL TimeZone = 'Asia/Tehran'")
      return tx.query(
        `SELECT '2026-11-20T07:49:39.123999Z'::timestamptz AS at, '1800-01-01T00:00:00Z'::timestamptz AS old`,
      )
    })
    expect(rows).toEqual([{ at: new Date('2026-11-20T07:49:39.123Z'), old: new Date('1800-01-01T00:00:00Z') }])
  })

  test('a numeric with a fraction, and a timestamp without an end, are errors rather than wrong values', async () => {
    await expect(database.query('SELECT 1.5::numeric AS a')).rejects.toThrow(RangeError)
    await expect(database.query(`SELECT 'NaN'::numeric AS a`)).rejects.toThrow(RangeError)
    await expect(database.query(`SELECT 'infinity'::timestamptz AS a`)).rejects.toThrow(RangeError)
    expect(await database.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }])
  })

  test('what SQL cannot hold is refused before it is sent', async () => {
    await expect(database.query('SELECT $1', [Number.NaN])).rejects.toThrow(RangeError)
    await expect(database.query('SELECT $1', [new Date(Number.NaN)])).rejects.toThrow(RangeError)
    await expect(database.query('SELECT $1', [{ json: undefined }])).rejects.toThrow(RangeError)
    await expect(database.query('SELECT $1', [{ json: 1n }])).rejects.toThrow(TypeError)
  })

  test('a text with a zero character is refused by the database', async () => {
    await expect(database.query('SELECT $1::text', ['a\0b'])).rejects.toMatchObject({ code: '22021' })
    await expect(database.query('SELECT $1::text[]', [['a\0b']])).rejects.toMatchObject({ code: '22021' })
  })

  test('any text survives an array', async () => {
    const texts = fc.array(fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))))
    await fc.assert(
      fc.asyncProperty(texts, async (sent) => {
        expect(await database.query('SELECT $1::text[] AS a', [sent])).toEqual([{ a: sent }])
      }),
    )
  })

  test('nested arrays and empty texts keep their shape', async () => {
    const nested = [
      [1n, null],
      [3n, 4n],
    ]
    expect(await database.query('SELECT $1::bigint[] AS a', [nested])).toEqual([{ a: nested }])
  })

  test('thousands of rows travel as one statement over unnest, in both directions', async () => {
    const count = 5_000
    const ids = Array.from({ length: count }, (_, index) => BigInt(index))
    const amounts = ids.map((id) => (id % 7n === 0n ? null : id * 10n ** 30n))
    const texts = ids.map((id) => `row "${id}", \\ {${id}}`)
    const times = ids.map((id) => new Date(Number(id) * 1_000))
    const rows = await database.query(
      'SELECT * FROM unnest($1::bigint[], $2::numeric[], $3::text[], $4::timestamptz[]) AS t(id, amount, name, at)',
      [ids, amounts, texts, times],
    )
    expect(rows).toEqual(ids.map((id, n) => ({ id, amount: amounts[n], name: texts[n], at: times[n] })))
  })
})
