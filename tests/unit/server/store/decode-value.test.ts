import { expect, test } from 'vitest'
import { decoderOf, UnreadableValue } from '#server/store/pg-values.ts'

const NUMERIC = 1700
const TEXT_ARRAY = 1009
const TIMESTAMPTZ = 1184

test.each([
  ['{a,"b,c",NULL,"NULL","\\"\\\\"}', ['a', 'b,c', null, 'NULL', '"\\']],
  ['{}', []],
  [
    '{{a,b},{c,NULL}}',
    [
      ['a', 'b'],
      ['c', null],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
  ['{""," "}', ['', ' ']],
])('the array %s is read', (literal, values) => {
  expect(decoderOf(TEXT_ARRAY)(literal)).toEqual(values)
})

test.each(['{a', '{"a', '{"a\\'])('the broken array %s is refused', (literal) => {
  expect(() => decoderOf(TEXT_ARRAY)(literal)).toThrow()
})

test.each([
  ['2026-11-20 07:49:39+00', '2026-11-20T07:49:39.000Z'],
  ['2026-11-20 07:49:39.123456+03:30', '2026-11-20T04:19:39.123Z'],
  ['2026-11-20 07:49:39.1-08', '2026-11-20T15:49:39.100Z'],
  ['1800-01-01 03:25:44+03:25:44', '1800-01-01T00:00:00.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
])('the time %s is %s', (text, iso) => {
  expect(decoderOf(TIMESTAMPTZ)(text)).toEqual(new Date(iso))
})

test.each(['infinity', '-infinity'])('the time %s is refused', (text) => {
  expect(() => decoderOf(TIMESTAMPTZ)(text)).toThrow(UnreadableValue)
})

test.each(['1.0', 'NaN', 'Infinity', '1e3'])('the numeric %s is refused', (text) => {
  expect(() => decoderOf(NUMERIC)(text)).toThrow(UnreadableValue)
})
