import type { Report } from '#contract/operations-reports.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { Language } from '#domain/market-state.ts'
import { maskCode } from '#domain/masked-person.ts'
import { dayInTehran, timeInTehran } from '#domain/tehran-day.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import {
  readReportedDeposits,
  readReportedTrades,
  readReportedUsers,
  readSystemUsers,
} from '../../store/console/report-rows.ts'
import { readFeesOfDays } from '../../store/trading/market-days.ts'
import { ledgerRows } from './ledger-rows.ts'
import { accountName, coinName, marketName, type ReportSpan, wordOf } from './report-words.ts'

type Rows = AsyncGenerator<readonly string[], void>

/** The rows of each report, read in portions while they are sent. */
export const ROWS_OF_REPORTS: Readonly<Record<Report, (span: ReportSpan) => Rows>> = {
  trades,
  fees,
  deposits,
  users,
  ledger: ledgerRows,
}

async function* trades({ database, catalogue, language, ...span }: ReportSpan): Rows {
  const systemUsers = await readSystemUsers(database)
  const nameOf = (id: bigint) => accountName(id, { systemUsers, language })
  const isSandbox = (id: bigint) => systemUsers.get(id) === 'sandbox-traders'
  const marketById = new Map(catalogue.markets.map((market) => [market.id, market]))
  for await (const trade of readReportedTrades(database, span)) {
    const market = marketById.get(trade.marketId)
    if (!market) continue
    const { base, quote } = market
    const isBuy = trade.takerSide === 'BUY'
    yield [
      String(trade.id),
      timeInTehran(trade.at, language),
      marketName(market, language),
      wordOf(trade.takerSide, language),
      formatDecimal(trade.unitPrice, PRICE_DECIMALS),
      formatDecimal(trade.amount, base.decimals),
      formatDecimal(trade.value, quote.decimals),
      nameOf(trade.takerId),
      nameOf(trade.makerId),
      // Each fee is in the coin that its party received.
      withUnit(trade.takerFee, isBuy ? base : quote, language),
      withUnit(trade.makerFee, isBuy ? quote : base, language),
      isSandbox(trade.takerId) || isSandbox(trade.makerId) ? wordOf('SANDBOX', language) : '',
    ]
  }
}

const withUnit = (units: bigint, coin: Coin, language: Language) =>
  `${formatDecimal(units, coin.decimals)} ${coinName(coin, language)}`

async function* fees({ database, catalogue, from, to, language }: ReportSpan): Rows {
  const span = { from: isoDay(from), to: isoDay(new Date(to.getTime() - DAY_MS)) }
  for (const { day, coinId, fee, trades: count } of await readFeesOfDays(database, span)) {
    const coin = catalogue.coins.find(({ id }) => id === coinId)
    if (!coin) continue
    const name = dayInTehran(new Date(Date.parse(day) - TEHRAN_OFFSET_MS), language)
    yield [name, coinName(coin, language), formatDecimal(fee, coin.decimals), String(count)]
  }
}

/** The day in Tehran that begins at this instant, "2026-11-22". */
const isoDay = (midnight: Date) => new Date(midnight.getTime() + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)

async function* deposits({ database, catalogue, language, ...span }: ReportSpan): Rows {
  const decimals = catalogue.coinBySymbol.get('TOMAN')?.decimals ?? 0
  for await (const deposit of readReportedDeposits(database, span))
    yield [
      String(deposit.id),
      timeInTehran(deposit.at, language),
      String(deposit.userId),
      formatDecimal(deposit.amount, decimals),
      wordOf(deposit.gateway.toUpperCase(), language),
      // The card is masked, since accountants compare the books with the gateway's by its reference number.
      maskCode(deposit.cardMasked),
      wordOf(deposit.status, language),
      wordOf(deposit.fault ?? '', language),
      deposit.refId ?? '',
      deposit.settledAt ? timeInTehran(deposit.settledAt, language) : '',
    ]
}

async function* users({ database, language, from, to }: ReportSpan): Rows {
  for await (const user of readReportedUsers(database, { from, to }))
    yield [
      String(user.id),
      timeInTehran(user.at, language),
      // The mobile is masked, because no limit of looks counts an export.
      maskCode(user.mobile),
      wordOf(user.verification, language),
      wordOf(user.level, language),
      user.frozen ? wordOf('FROZEN', language) : '',
      user.invitedBy === undefined ? '' : String(user.invitedBy),
    ]
}
