import type * as z from 'zod/mini'
import type { getLedgerBalances } from '#contract/operations-reports.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { startOfTehranDay } from '#domain/jalali.ts'
import type { Language } from '#domain/market-state.ts'
import { type AccountSum, CUSTOMERS, readBalancesBefore } from '../../store/console/ledger-balances.ts'
import { readLedgerOfDay, readSystemUsers, type Span } from '../../store/console/report-rows.ts'
import type { Queryable } from '../../store/database.ts'
import { firstEntryAt } from '../../store/first-at.ts'
import { accountName, coinName, daysOf, type ReportSpan, wordOf } from './report-words.ts'

/** The balances before and after some days, and the ledger's position where the days end: later entries belong to none of them. */
interface LedgerPeriod {
  readonly end: bigint
  readonly opening: readonly AccountSum[]
  readonly closing: readonly AccountSum[]
  readonly systemUsers: ReadonlyMap<bigint, string>
}

async function readPeriod(database: Queryable, { from, to }: Span): Promise<LedgerPeriod> {
  const systemUsers = await readSystemUsers(database)
  const [first, end] = [await firstEntryAt(database, from), await firstEntryAt(database, to)]
  const before = (seq: bigint) => readBalancesBefore(database, { seq, systemUsers: [...systemUsers.keys()] })
  return { end, systemUsers, opening: await before(first), closing: await before(end) }
}

/** Stores the balances of midnight, so that no later report has to count back to it. */
export async function markMidnight(database: Queryable, now: Date): Promise<void> {
  const systemUsers = await readSystemUsers(database)
  const seq = await firstEntryAt(database, startOfTehranDay(now))
  await readBalancesBefore(database, { seq, systemUsers: [...systemUsers.keys()] })
}

const KINDS = {
  fa: { opening: 'ماندهٔ اول دوره', change: 'تغییر', closing: 'ماندهٔ پایان دوره' },
  en: { opening: 'Opening balance', change: 'Change', closing: 'Closing balance' },
} as const satisfies Record<Language, unknown>

const nameOf = (
  ownerId: bigint,
  { systemUsers, language }: { systemUsers: LedgerPeriod['systemUsers']; language: Language },
) => (ownerId === CUSTOMERS ? wordOf('CUSTOMERS', language) : accountName(ownerId, { systemUsers, language }))

/** For each account of the exchange, and for all customers together, the opening balance; each day's changes per account; and the closing balance. */
export async function* ledgerRows({
  database,
  catalogue,
  ...span
}: ReportSpan): AsyncGenerator<readonly string[], void> {
  const { language } = span
  const { end, systemUsers, opening, closing } = await readPeriod(database, span)
  const words = KINDS[language]
  const lineOf = (day: string, kind: string, { ownerId, coinId, available, blocked, entries }: Line) => {
    const coin = catalogue.coins.find(({ id }) => id === coinId)
    if (!coin) return []
    const text = (units: bigint) => formatDecimal(units, coin.decimals)
    const account = nameOf(ownerId, { systemUsers, language })
    return [[day, kind, account, coinName(coin, language), text(available), text(blocked), String(entries ?? '')]]
  }
  const days = [...daysOf(span)]
  for (const sum of opening.toSorted(byAccount)) yield* lineOf(days[0]?.name ?? '', words.opening, sum)
  for (const day of days)
    for (const line of await readLedgerOfDay(database, day, { end })) yield* lineOf(day.name, words.change, line)
  for (const sum of closing.toSorted(byAccount)) yield* lineOf(days.at(-1)?.name ?? '', words.closing, sum)
}

type Line = AccountSum & { readonly entries?: bigint }

/** Customers first, then the accounts of the exchange. */
const byAccount = (one: AccountSum, other: AccountSum): number => {
  if (one.coinId !== other.coinId) return one.coinId - other.coinId
  if (one.ownerId === other.ownerId) return 0
  if (one.ownerId === CUSTOMERS || other.ownerId === CUSTOMERS) return one.ownerId === CUSTOMERS ? -1 : 1
  return one.ownerId > other.ownerId ? -1 : 1
}

type BalancesOnWire = z.input<typeof getLedgerBalances.response>['content']

/** The same balances for the screen, with the changes in between. */
export async function readLedgerBalances({
  database,
  catalogue,
  language,
  ...span
}: ReportSpan): Promise<BalancesOnWire> {
  const { opening, closing, systemUsers } = await readPeriod(database, span)
  const keyOf = ({ ownerId, coinId }: AccountSum) => `${ownerId}/${coinId}`
  const before = new Map(opening.map((sum) => [keyOf(sum), sum]))
  const after = new Map(closing.map((sum) => [keyOf(sum), sum]))
  const accounts = new Map([...before, ...after])
  return [...accounts.values()].toSorted(byAccount).flatMap((account) => {
    const coin = catalogue.coins.find(({ id }) => id === account.coinId)
    if (!coin) return []
    const [from, to] = [before.get(keyOf(account)), after.get(keyOf(account))]
    const show = (part: (sum: AccountSum | undefined) => bigint) => ({
      opening: formatDecimal(part(from), coin.decimals),
      change: formatDecimal(part(to) - part(from), coin.decimals),
      closing: formatDecimal(part(to), coin.decimals),
    })
    return [
      {
        coin: coin.symbol,
        account: nameOf(account.ownerId, { systemUsers, language }),
        available: show((sum) => sum?.available ?? 0n),
        blocked: show((sum) => sum?.blocked ?? 0n),
      },
    ]
  })
}
