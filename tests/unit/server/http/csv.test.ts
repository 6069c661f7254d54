import { expect, test } from 'vitest'
import { csvOf, defuse } from '#server/http/csv.ts'

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

async function* rowsOf(...rows: string[][]) {
  yield* rows
}

test('what a spreadsheet would execute is text, also behind spaces and in its wide form', () => {
  for (const hostile of [
    '=1+1',
    '+989121234567',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =HYPERLINK("x")',
    '＝1+1',
    '＠x',
    '-',
  ])
    expect(defuse(hostile)).toBe(`'${hostile}`)
})

test('numbers stay numbers, and words stay words', () => {
  for (const plain of ['-5', '-0.25', '12', '', 'BTC_TOMAN', 'a=b', 'رضا']) expect(defuse(plain)).toBe(plain)
})

test('a file begins with the mark of UTF-8, and its cells keep commas, quotes and lines', async () => {
  const csv = csvOf({ headers: ['روز', 'a,b'], rows: rowsOf(['1', 'say "x", and\ngo'], ['=2', '']) })
  expect(await textOf(csv)).toBe('\uFEFFروز,"a,b"\r\n1,"say ""x"", and\ngo"\r\n\'=2,\r\n')
})

test('a report without rows has its headers', async () => {
  expect(await textOf(csvOf({ headers: ['Day'], rows: rowsOf() }))).toBe('\uFEFFDay\r\n')
})

test('rows that fail break the file off', async () => {
  async function* failing() {
    yield ['1']
    throw new Error('the database is away')
  }
  await expect(textOf(csvOf({ headers: ['a'], rows: failing() }))).rejects.toThrow('away')
})
