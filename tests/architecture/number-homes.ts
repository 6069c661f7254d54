/**
 * The places where text may become a number, and numbers text. Money has two homes; every other file that converts is listed here
 * with the reason why no price and no amount can be wrong because of it.
 */
export const NUMBER_HOMES: { file: string; because: string }[] = [
  { file: 'src/server/providers/push/web-push.ts', because: 'the seconds of Retry-After' },
  { file: 'src/domain/decimal.ts', because: 'decimal text ⇄ scaled integer' },
  { file: 'src/domain/liabilities.ts', because: 'sums of 128 bits, which have more digits than an amount may have' },
  { file: 'src/domain/counts.ts', because: 'bigint ⇄ number for ids and counts, never through text' },
  { file: 'src/domain/jalali.ts', because: 'years, months and days of a date' },
  { file: 'src/domain/sheba.ts', because: 'the check digits of an account number' },
  { file: 'src/contract/values.ts', because: 'page numbers, sizes and seconds in a query string' },
  {
    file: 'src/server/market-data/chart-number.ts',
    because:
      'prices and volumes of the chart feed, whose protocol wants numbers; they are drawn, and nothing is paid by them',
  },
  { file: 'src/client/ui/sparkline.tsx', because: 'strokes of a drawing, which nothing reads back' },
  { file: 'src/client/ui/chart-number.ts', because: 'heights and shares of drawings, which nothing reads back' },
  { file: 'src/server/config/values.ts', because: 'ports and time limits in the environment' },
  { file: 'src/server/store/pg-values.ts', because: 'columns of PostgreSQL, each by its declared type' },
  {
    file: 'src/sandbox/identity/sandbox-sheba.ts',
    because: 'the check digits of a made-up account number',
  },
]
