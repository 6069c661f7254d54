import { expect, test } from 'vitest'
import type { SqlValue } from '#server/store/database.ts'
import { encodeValue } from '#server/store/pg-values.ts'

const CASES: readonly (readonly [SqlValue, string | null])[] = [
  [null, null],
  [undefined, null],
  ['plain {text}', 'plain {text}'],
  [-9_223_372_036_854_775_808n, '-9223372036854775808'],
  [true, 'true'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [new Uint8Array([0, 255]), '\\x00ff'],
  [{ json: { a: ['"'] } }, '{"a":["\\""]}'],
  [[], '{}'],
  [[1n, null, 2n, undefined], '{1,NULL,2,NULL}'],
  [['a,b', '', 'NULL', '"', '\\', '{}', null], '{"a,b","","NULL","\\"","\\\\","{}",NULL}'],
  [[new Uint8Array([1])], '{"\\\\x01"}'],
  [[new Date(0)], '{"1970-01-01T00:00:00.000Z"}'],
  [[true, false], '{true,false}'],
  [
    [
      [1, 2],
      [3, 4],
    ],
    '{{1,2},{3,4}}',
  ],
  [[{ json: [1] }, { json: null }], '{"[1]","null"}'],
]

test.each(CASES)('%o is written as %o', (value, text) => {
  expect(encodeValue(value)).toBe(text)
})

test('a view into a larger buffer is written alone', () => {
  expect(encodeValue(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toBe('\\x0203')
})
