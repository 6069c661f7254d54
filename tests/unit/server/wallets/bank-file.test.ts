import { expect, test } from 'vitest'
import { parseSheba } from '#domain/sheba.ts'
import { amount } from '#domain/units.ts'
import { csvOf } from '#server/http/csv.ts'
import { type BankFileLine, bankFileOf, readColumns } from '#server/wallets/payouts/bank-file.ts'

const sheba = parseSheba('IR062960000000100324200001')
if (sheba === undefined) throw new Error('the test has a wrong Sheba')

const line: BankFileLine = {
  identifier: '1042',
  sheba,
  amount: amount(50_000_000_000n),
  firstName: 'علی',
  lastName: 'کریمی',
  nationalCode: '0013542419',
  description: 'برداشت ۱۰۴۲',
}

const columnsOf = (text: string) => {
  const columns = readColumns(text)
  if (columns === undefined) throw new Error(`the columns ${text} cannot be read`)
  return columns
}

test('the bank’s file has its columns in the order of the setting, amounts in whole Rial, and a header of the bank’s own', () => {
  expect(
    bankFileOf(columnsOf('row,sheba:شماره شبا, rial,name,identifier'), [line, { ...line, identifier: '1043' }]),
  ).toEqual({
    headers: ['ردیف', 'شماره شبا', 'مبلغ (ریال)', 'نام صاحب حساب', 'شناسه واریز'],
    rows: [
      ['1', sheba, '500000', 'علی کریمی', '1042'],
      ['2', sheba, '500000', 'علی کریمی', '1043'],
    ],
  })
})

test.each(['', 'row', 'sheba', 'rial,name', 'sheba,rial,salary', 'sheba,rial,rial', 'sheba,,rial'])(
  'the columns "%s" are refused: a transfer needs its Sheba and its amount, and each column once',
  (text) => expect(readColumns(text)).toBeUndefined(),
)

test('an amount with a fraction of a Rial never reaches the file', () => {
  const fine = { ...line, amount: amount(50_000_000_001n) }
  expect(() => bankFileOf(columnsOf('sheba,rial'), [fine])).toThrow('fraction')
})

test('a name that a spreadsheet would execute is text in the file', async () => {
  const { headers, rows } = bankFileOf(columnsOf('sheba,rial,name'), [{ ...line, firstName: '=HYPERLINK("x")' }])
  const read = async function* () {
    yield* rows
  }
  let text = ''
  for await (const chunk of csvOf({ headers, rows: read() })) text += String(chunk)
  expect(text).toContain(`"'=HYPERLINK(""x"") کریمی"`)
})
