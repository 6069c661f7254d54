import type { QueryClient } from '@tanstack/react-query'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { isQuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { openOrderPagesQuery, orderPagesQuery, tradePagesQuery } from '#client/entities/order/orders.queries.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import {
  deliveryPagesQuery,
  depositPagesQuery,
  loginPagesQuery,
  receivedPagesQuery,
  withdrawalPagesQuery,
} from '#client/features/history/history.queries.ts'
import {
  coinDepositQueryOf,
  coinWithdrawalQueryOf,
  loginQueryOf,
  orderQueryOf,
  readHistoryFilter,
  readHistoryTab,
  tomanDepositQueryOf,
  tomanWithdrawalQueryOf,
  tradeQueryOf,
} from '#client/features/history/history-filter.ts'
import { chartFold, chartHistoryQuery, resolutionChoice } from '#client/features/trade/chart/chart.queries.ts'
import {
  lastTradesQuery,
  marketBalancesQuery,
  marketDetailsQuery,
  marketInfoQuery,
  orderBookQuery,
} from '#client/features/trade/market.queries.ts'
import { type MarketPath, marketSymbol } from '#client/features/trade/market-path.ts'
import { language } from '#client/lib/locale.ts'
import { isWide } from '#client/ui/use-wide.ts'

// The first requests of each page.

export function requestMarkets(client: QueryClient, unit: string | undefined): void {
  const [usual] = unitsOf(language())
  void client.prefetchQuery(coinsQuery())
  void client.prefetchQuery(marketsQuery(unit !== undefined && isQuoteUnit(unit) ? unit : usual))
}

export function requestWallet(client: QueryClient): void {
  void client.prefetchQuery(coinsQuery())
  void client.prefetchQuery(walletsQuery())
  if (language() === 'en') void client.prefetchQuery(pricesQuery('TOMAN'))
}

export function requestHistory(client: QueryClient, search: Readonly<Record<string, unknown>>): void {
  void client.prefetchQuery(coinsQuery())
  const filter = readHistoryFilter(search)
  switch (readHistoryTab(search.tab) ?? 'trades') {
    case 'trades':
      return void client.prefetchInfiniteQuery(tradePagesQuery(tradeQueryOf(filter)))
    case 'orders':
      return void client.prefetchInfiniteQuery(orderPagesQuery(orderQueryOf(filter)))
    case 'deposits':
      return void client.prefetchInfiniteQuery(depositPagesQuery(tomanDepositQueryOf(filter)))
    case 'withdrawals':
      return void client.prefetchInfiniteQuery(withdrawalPagesQuery(tomanWithdrawalQueryOf(filter)))
    case 'coinDeposits':
      return void client.prefetchInfiniteQuery(depositPagesQuery(coinDepositQueryOf(filter)))
    case 'coinWithdrawals':
      return void client.prefetchInfiniteQuery(withdrawalPagesQuery(coinWithdrawalQueryOf(filter)))
    case 'received':
      return void client.prefetchInfiniteQuery(receivedPagesQuery())
    case 'deliveries':
      return void client.prefetchInfiniteQuery(deliveryPagesQuery())
    case 'logins':
      return void client.prefetchInfiniteQuery(loginPagesQuery(loginQueryOf(filter)))
  }
}

export function requestCoin(client: QueryClient, path: MarketPath): void {
  requestMarkets(client, path.tradeTo)
  void client.prefetchQuery(pricesQuery(path.tradeTo))
  requestChart(client, path)
}

/** Leaves out what a phone does not show at first: the last trades and, while it is folded, the chart. */
export function requestTrade(client: QueryClient, path: MarketPath): void {
  const market = marketSymbol(path)
  const wide = isWide()
  void client.prefetchQuery(coinsQuery())
  void client.prefetchQuery(marketDetailsQuery(market))
  void client.prefetchQuery(orderBookQuery(market))
  void client.prefetchQuery(marketInfoQuery(market))
  if (wide || chartFold.get() === 'open') requestChart(client, path)
  if (wide) void client.prefetchQuery(lastTradesQuery(market))
  const session = client.getQueryData(sessionQuery().queryKey)
  if (!session) return
  void client.prefetchInfiniteQuery(openOrderPagesQuery(market))
  const coins = { sourceCoin: path.tradeTo, destinationCoin: path.tradeFrom }
  if (session.authorized && !session.supervisor) void client.prefetchQuery(marketBalancesQuery(coins))
}

function requestChart(client: QueryClient, path: MarketPath): void {
  const market = marketSymbol(path)
  void client.prefetchQuery(marketInfoQuery(market))
  void client.prefetchQuery(chartHistoryQuery({ market, resolution: resolutionChoice.get() }))
  // The library that draws the candles is larger than the page.
  import('#client/features/trade/chart/candle-drawing.tsx').catch(() => undefined)
}
