import { describe, expect, test } from 'vitest'
import type { Queryable, SqlValue } from '#server/store/database.ts'
import { countOf, insertRow, rowAs, saveRow, updateRows } from '#server/store/rows.ts'

interface Member {
  readonly id: number
  readonly inviterId: number | undefined
  readonly name: string | undefined
  readonly tries: number
  readonly profit: bigint
}

describe('a row as a value', () => {
  const memberOf = rowAs<Member>('id', 'inviterId')

  test('ids become numbers, amounts stay bigint, and absent columns are undefined', () => {
    const row = { id: 7n, inviterId: 8n, name: null, tries: 2, profit: 9n }
    expect(memberOf(row)).toStrictEqual({ id: 7, inviterId: 8, name: undefined, tries: 2, profit: 9n })
    expect(memberOf({ ...row, inviterId: null })).toHaveProperty('inviterId', undefined)
  })

  test('an id that a number cannot hold is refused', () => {
    expect(() => memberOf({ id: 2n ** 53n, inviterId: null, name: null, tries: 0, profit: 0n })).toThrow(RangeError)
  })
})

describe('a statement about one row', () => {
  const asked: [sql: string, values: readonly SqlValue[]][] = []
  const database: Queryable = {
    query: async (sql, values = []) => {
      asked.push([sql.trim(), values])
      return []
    },
  }

  test('names the columns of its fields, each value in its own place', async () => {
    await insertRow(database, 'notes', { userId: 7, text: 'a', readAt: undefined })
    expect(asked.pop()).toEqual(['insert into notes (user_id, text, read_at) values ($1, $2, $3)', [7, 'a', undefined]])
    await updateRows(database, 'notes', { userId: 7, id: 1 }, { text: 'b', readAt: null })
    expect(asked.pop()).toEqual([
      'update notes set text = $3, read_at = $4 where user_id = $1 and id = $2',
      [7, 1, 'b', null],
    ])
  })

  test('replaces all columns but those of the key', async () => {
    await saveRow(database, 'notes', { userId: 7, kind: 'A' }, { text: 'a' })
    expect(asked.pop()).toEqual([
      'insert into notes (user_id, kind, text) values ($1, $2, $3) on conflict (user_id, kind) do update set text = excluded.text',
      [7, 'A', 'a'],
    ])
  })

  test('counts nothing if there is no row', async () => {
    expect(await countOf(database, 'select count(*) from notes')).toBe(0)
  })
})
