import type { Readable } from 'node:stream'
import { Rejected } from '#contract/rejected.ts'
import { words as kindsEn } from '#contract/words/en/entry-kinds.ts'
import { words as kindsFa } from '#contract/words/fa/entry-kinds.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { type CoinSum, readMovements } from '../../store/console/statement.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { exportRows } from '../reports/export-report.ts'
import { accountName, coinName, timeInTehran } from '../reports/report-words.ts'
import { findSpan, readStatement, type Statement } from './read-statement.ts'

const KINDS = { fa: kindsFa, en: kindsEn }

const WORDS = {
  fa: {
    headers: [
      ...['شماره', 'زمان تهران', 'رویداد', 'مرجع', 'دارایی', 'تغییر در دسترس', 'تغییر مسدودشده', 'مانده', 'طرف حساب'],
    ],
    opening: 'ماندهٔ اول دوره',
    closing: 'ماندهٔ پایان دوره',
  },
  en: {
    headers: [
      ...['Number', 'Time in Tehran', 'Event', 'Reference', 'Asset', 'Change of available', 'Change of on hold'],
      ...['Balance', 'Counter account'],
    ],
    opening: 'Opening balance',
    closing: 'Closing balance',
  },
} as const satisfies Record<Language, unknown>

interface Asked {
  readonly userId: number
  readonly from: string
  readonly to: string
  readonly headers: Language
  /** Names of the exchange's own users. */
  readonly houses: ReadonlyMap<bigint, string>
}

/** A customer's account over some days as a stream, which is an event. Refuses USER_NOT_FOUND, REPORT_SPAN_INVALID, EXCEL_NOT_GENERATED. */
export async function exportStatement(
  services: ConsoleServices,
  { userId, from, to, headers, houses }: Asked,
  act: Act,
): Promise<{ readonly fileName: string; readonly stream: Readable } | Rejected> {
  const span = await findSpan(services, { userId, from, to })
  if (span instanceof Rejected) return span
  const statement = await readStatement(services, span)
  return exportRows(services.accounts, {
    headers: WORDS[headers].headers,
    rows: rowsOf(services, statement, { houses, language: headers }),
    fileName: `kimia-statement-${userId}-${from}-${to}.csv`,
    record: (tx, at) => recordAct(tx, act, { at, kind: 'STATEMENT_EXPORTED', userId, details: { from, to } }),
  })
}

interface Written {
  readonly houses: ReadonlyMap<bigint, string>
  readonly language: Language
}

/** By coin what there was, then each movement with the balance behind it, and by coin what there is: the last balance of each. */
async function* rowsOf(
  { accounts: { database }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { span, opening, closing }: Statement,
  { houses, language }: Written,
): AsyncGenerator<readonly string[], void> {
  const coinOf = (coinId: number) => catalogue.coins.find(({ id }) => id === coinId)
  const balances = new Map(opening.map(({ coinId, available, blocked }) => [coinId, available + blocked]))
  const totals = function* (word: string, sums: readonly CoinSum[]) {
    for (const { coinId, available, blocked } of sums) {
      const coin = coinOf(coinId)
      if (!coin) continue
      const text = (units: bigint) => formatDecimal(units, coin.decimals)
      yield [
        ...['', '', word, '', coinName(coin, language), text(available), text(blocked), text(available + blocked), ''],
      ]
    }
  }
  yield* totals(WORDS[language].opening, opening)
  for await (const { seq, at, kind, reference, coinId, available, blocked, others } of readMovements(database, span)) {
    const coin = coinOf(coinId)
    if (!coin) continue
    const balance = (balances.get(coinId) ?? 0n) + available + blocked
    balances.set(coinId, balance)
    const text = (units: bigint) => formatDecimal(units, coin.decimals)
    yield [
      ...[String(seq), timeInTehran(at, language), KINDS[language][kind], reference, coinName(coin, language)],
      ...[text(available), text(blocked), text(balance)],
      others.map((id) => accountName(id, { houses, language })).join('; '),
    ]
  }
  yield* totals(WORDS[language].closing, closing)
}
