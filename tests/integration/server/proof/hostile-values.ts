const DEEP = 200

/** JSON texts that have broken parsers, number readers and databases before; most are wrong in any place. */
export const HOSTILE_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '123456789012345678901234567890'],
  ...['[]', '["1"]', '[null]', '{}', '{"$gt":""}', '{"__proto__":{"amount":"1"}}', '{"toString":"x"}'],
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
]

export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', ' 1', '1 ', '1\n', '-1', '+1', '-0', '0', '00', '.5', '5.', '1.2.3', '1,000', '1_000', '1e3', '1E400'],
  ...['NaN', 'Infinity', '-Infinity', '0x10', '0b1', 'null', 'undefined', 'true', '[object Object]'],
  ...['۱۲', '١٢', '१२', '１２', '۱٫۵', '𝟏𝟐', '½', '1\u200c', '\u202e1', '\u0000', '1\u0000', '\ud800'],
  ...["' or 1=1 --", '%_\\', '%00', '../../etc/passwd', '<script>', '{{7*7}}', '__proto__', 'constructor'],
  ...['9'.repeat(19), '9'.repeat(30), '9'.repeat(31), '1'.repeat(10_000), `0.${'0'.repeat(29)}1`],
  `0.${'0'.repeat(9_999)}1`,
  ...['2026-02-30T00:00:00Z', '9999-99-99T99:99:99Z', '0000-00-00T00:00:00Z', '2026-01-01T00:00:00+03:30'],
]

export const HOSTILE_KEYS: readonly string[] = [
  ...['extra', 'userId', 'fee', 'status', 'id2', '', ' amount', 'Amount', '__proto__', 'constructor', 'prototype'],
  ...['toString', 'hasOwnProperty', '$where', '۱', '\u0000'],
]

/** Whole numbers at which clocks, counters and dates have overflowed before. */
export const HOSTILE_NUMBERS: readonly string[] = [
  ...['0', '-0', '-1', '1', '2147483648', '4294967296', '-62135596801', '-210866803201', '253402300800'],
  ...['999999999999', '-999999999999', '9999999999999'],
]
