import { describe, expect, test } from 'vitest'
import { rowAs } from '#server/store/row-as.ts'

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
