import type { Report } from '#contract/operations-reports.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import {
  readFeesOfDay,
  readLedgerOfDay,
  readReportedDeposits,
  readReportedTrades,
  readReportedUsers,
} from '../../store/console/report-rows.ts'
import type { Queryable } from '../../store/database.ts'

export interface ReportSpan {
  readonly database: Queryable
  readonly catalogue: Catalogue
  /** The first moment, and the first that no longer belongs to it. */
  readonly from: Date
  readonly to: Date
}

type Rows = AsyncGenerator<readonly string[], void>

const DAY_MS = 86_400_000

/** The rows of each report, read in portions while they are sent. */
export const ROWS_OF_REPORTS: Readonly<Record<Report, (span: ReportSpan) => Rows>> = {
  trades,
  fees,
  deposits,
  users,
  ledger,
}

/** "2026-11-22 14:03:11", which spreadsheets read as a time. */
const timeInTehran = (at: Date) =>
  new Date(at.getTime() + TEHRAN_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

async function* trades({ database, catalogue, ...span }: ReportSpan): Rows {
  const marketById = new Map(catalogue.markets.map((market) => [market.id, market]))
  for await (const trade of readReportedTrades(database, span)) {
    const market = marketById.get(trade.marketId)
    if (!market) continue
    const { base, quote } = market
    const isBuy = trade.takerSide === 'BUY'
    yield [
      String(trade.id),
      timeInTehran(trade.at),
      market.symbol,
      trade.takerSide,
      formatDecimal(trade.unitPrice, PRICE_DECIMALS),
      formatDecimal(trade.amount, base.decimals),
      formatDecimal(trade.value, quote.decimals),
      String(trade.takerId),
      String(trade.makerId),
      // Each fee is of what its party received.
      withUnit(trade.takerFee, isBuy ? base : quote),
      withUnit(trade.makerFee, isBuy ? quote : base),
    ]
  }
}

const withUnit = (units: bigint, { decimals, symbol }: { decimals: number; symbol: string }) =>
  `${formatDecimal(units, decimals)} ${symbol}`

interface Day {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

function* daysOf({ from, to }: Pick<ReportSpan, 'from' | 'to'>): Generator<Day> {
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS)
    yield { name: timeInTehran(new Date(at)).slice(0, 10), from: new Date(at), to: new Date(at + DAY_MS) }
}

async function* fees({ database, catalogue, ...span }: ReportSpan): Rows {
  for (const day of daysOf(span))
    for (const { coinId, fee, trades: count } of await readFeesOfDay(database, day)) {
      const coin = catalogue.coins.find(({ id }) => id === coinId)
      if (coin) yield [day.name, coin.symbol, formatDecimal(fee, coin.decimals), String(count)]
    }
}

async function* deposits({ database, catalogue, ...span }: ReportSpan): Rows {
  const decimals = catalogue.coinBySymbol.get('TOMAN')?.decimals ?? 0
  for await (const deposit of readReportedDeposits(database, span))
    yield [
      String(deposit.id),
      timeInTehran(deposit.at),
      String(deposit.userId),
      formatDecimal(deposit.amount, decimals),
      deposit.gateway,
      deposit.cardMasked,
      deposit.status,
      deposit.fault ?? '',
      deposit.refId ?? '',
      deposit.settledAt ? timeInTehran(deposit.settledAt) : '',
    ]
}

async function* users({ database, from, to }: ReportSpan): Rows {
  for await (const user of readReportedUsers(database, { from, to }))
    yield [
      String(user.id),
      timeInTehran(user.at),
      user.mobile,
      user.verification,
      user.level,
      user.frozen ? 'FROZEN' : '',
      user.invitedBy === undefined ? '' : String(user.invitedBy),
    ]
}

async function* ledger({ database, catalogue, ...span }: ReportSpan): Rows {
  for (const day of daysOf(span))
    for (const { ownerId, coinId, available, blocked, entries } of await readLedgerOfDay(database, day)) {
      const coin = catalogue.coins.find(({ id }) => id === coinId)
      if (!coin) continue
      const text = (units: bigint) => formatDecimal(units, coin.decimals)
      yield [day.name, String(ownerId), coin.symbol, text(available), text(blocked), String(entries)]
    }
}
