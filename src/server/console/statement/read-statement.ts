import { Rejected, rejected } from '#contract/rejected.ts'
import { readAccountFacts } from '../../store/accounts/console-users.ts'
import { firstEntryAt } from '../../store/console/report-rows.ts'
import { type CoinSum, type LedgerSpan, readChange, readStanding } from '../../store/console/statement.ts'
import type { ConsoleServices } from '../console-services.ts'
import { spanOf } from '../reports/export-report.ts'

/** An account over some days. */
export interface Statement {
  readonly span: LedgerSpan
  readonly opening: readonly CoinSum[]
  readonly closing: readonly CoinSum[]
}

type Services = Pick<ConsoleServices, 'accounts'>

/** The entries of an account in some days. Refuses USER_NOT_FOUND, REPORT_SPAN_INVALID. */
export async function findSpan(
  { accounts: { database } }: Services,
  { userId, ...days }: { userId: number; from: string; to: string },
): Promise<LedgerSpan | Rejected> {
  const span = spanOf(days)
  if (span instanceof Rejected) return span
  if (!(await readAccountFacts(database, userId))) return rejected('USER_NOT_FOUND')
  const [from, end] = [await firstEntryAt(database, span.from), await firstEntryAt(database, span.to)]
  return { ownerId: userId, from, end }
}

/** What there was before a span and behind it, counted back from what there is now: the balances are exact, and the entries since then are few. */
export async function readStatement({ accounts: { database } }: Services, span: LedgerSpan): Promise<Statement> {
  const { ownerId, from, end } = span
  const standing = await readStanding(database, ownerId)
  // What was written after the look at the balances belongs to no statement yet.
  const last = earlier(end, standing.end)
  const since = await readChange(database, { ownerId, from: end, end: standing.end })
  const within = await readChange(database, { ownerId, from, end: last })
  const closing = without(standing.balances, since)
  return { span: { ownerId, from, end: last }, opening: without(closing, within), closing }
}

const earlier = (one: bigint, other: bigint): bigint => (one < other ? one : other)

const without = (balances: readonly CoinSum[], changes: readonly CoinSum[]): CoinSum[] =>
  balances.map(({ coinId, available, blocked }) => {
    const change = changes.find((each) => each.coinId === coinId)
    return {
      coinId,
      available: available - (change?.available ?? 0n),
      blocked: blocked - (change?.blocked ?? 0n),
    }
  })
