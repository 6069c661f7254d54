import { expect, test } from 'vitest'
import {
  readStatementColumns,
  readStatement as readWithColumns,
  STATEMENT_ROWS_MAX,
} from '#server/wallets/payouts/read-statement.ts'

const readStatement = (text: string, columns = 'day,rial,reference,identifier,description') =>
  readWithColumns(text, readStatementColumns(columns) ?? [])

const HEADERS = 'تاریخ,مبلغ,شماره پیگیری,شناسه,شرح'

test('a statement is read with Persian digits, Jalali and Gregorian days, grouped amounts and quoted cells', () => {
  const text = `\uFEFF${HEADERS}\r\n۱۴۰۵/۰۹/۰۷,"۵۰۰,۰۰۰",۱۴۰۵۰۰۰۱,۱۰۴۲,"برداشت, ""کیمیا"""\r\n2026-11-28 10:15,'30000,A-77,,\r\n`
  expect(readStatement(text)).toEqual({
    lines: [
      {
        row: 1,
        day: '2026-11-28',
        amount: 50_000_000_000n,
        reference: '14050001',
        identifier: '1042',
        description: 'برداشت, "کیمیا"',
      },
      { row: 2, day: '2026-11-28', amount: 3_000_000_000n, reference: 'A-77', identifier: '', description: '' },
    ],
    badRows: [],
  })
})

test('a row without a day, an amount or a reference is named, and the others are read', () => {
  const rows = [
    'yesterday,500,R1,1,',
    '1405/13/01,500,R2,1,',
    '1405/09/07,-500,R3,1,',
    '1405/09/07,0,R4,1,',
    '1405/09/07,5,,1,',
  ]
  const read = readStatement([HEADERS, ...rows, '1405/09/07,5,R6,1,'].join('\n'))
  expect(read?.badRows).toEqual([1, 2, 3, 4, 5])
  expect(read?.lines.map(({ reference }) => reference)).toEqual(['R6'])
})

test('a file that is no CSV, or has too many rows, is refused whole', () => {
  expect(readStatement(`${HEADERS}\n"1405/09/07,5`)).toBeUndefined()
  expect(readStatement(`${HEADERS}\n14"05,5,1,1,`)).toBeUndefined()
  expect(readStatement(`${HEADERS}\n${'1405/09/07,5,R,1,\n'.repeat(STATEMENT_ROWS_MAX + 1)}`)).toBeUndefined()
})

test('an empty file has no rows', () => {
  expect(readStatement('')).toEqual({ lines: [], badRows: [] })
})

test('a bank with other columns in another order is read by its own, and what nobody needs is passed over', () => {
  const rows = [
    'No,Date,Time,In,Out,Trace,Text',
    '1,1405/09/07,10:15,,"30,000",A-77,x',
    '2,1405/09/07,10:16,900,,A-78,y',
  ]
  const read = readStatement(rows.join('\n'), '-,day,-,-,rial,reference,description')
  expect(read).toMatchObject({
    lines: [{ day: '2026-11-28', amount: 3_000_000_000n, reference: 'A-77', identifier: '', description: 'x' }],
    badRows: [2],
  })
})

test.each(['day,rial', 'day,rial,reference,day', 'day,rial,reference,balance', 'day,rial,,reference', ''])(
  'columns of %j are refused: each line needs its day, amount and reference, each once',
  (text) => expect(readStatementColumns(text)).toBeUndefined(),
)
