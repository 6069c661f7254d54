import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  type GROUPED_TICKS,
  getAmountViaPrice,
  getGroupedBook,
  getLastTrades,
  getMarket,
  getMarketInfo,
  getMarketOrderQuote,
  getOrderBook,
} from '#contract/markets.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import type { Side } from '#domain/order.ts'

export type MarketDetails = Reply<typeof getMarket>['baseDTO']
export type OrderBook = Pick<Reply<typeof getOrderBook>['baseDTO'], 'buyOrderBook' | 'sellOrderBook'>
export type DepthRow = OrderBook['buyOrderBook'][number]
export type MarketInfo = Reply<typeof getMarketInfo>['baseDTO']['marketTradeInfo']
export type LastTrade = Reply<typeof getLastTrades>['content'][number]

/** How often the data of a market is refetched while no stream keeps it up to date. */
const MARKET_POLL_MS = { marketInfo: 3_000, orderBook: 2_000, lastTrades: 5_000, orderQuote: 5_000 } as const

/** Rows of each side of the book. */
export const DEPTH_ROWS = 11
/** Rows of the list of last trades. */
export const LAST_TRADES = 20

// Constants at module level: given another function, React Query would select and compare the whole answer again.
const detailsOf = ({ baseDTO }: Reply<typeof getMarket>): MarketDetails => baseDTO
export const infoOf = ({ baseDTO }: Reply<typeof getMarketInfo>): MarketInfo => baseDTO.marketTradeInfo
/** Without the number and time of the answer, which say nothing to a user, unchanged levels stay the same objects. */
export const levelsOf = ({ baseDTO: { buyOrderBook, sellOrderBook } }: Reply<typeof getOrderBook>): OrderBook => ({
  buyOrderBook,
  sellOrderBook,
})
/** For a part that shows whether there is an answer, and does not render with the next ones. */
export const isLoaded = (): true => true
export const lastPriceOf = (reply: Reply<typeof getMarketInfo>): string => infoOf(reply).lastPrice
const tradesOf = ({ content }: Reply<typeof getLastTrades>): readonly LastTrade[] => content
const balancesOf = ({ baseDTO }: Reply<typeof getMarketBalances>) => baseDTO

/** Tick, step and bounds of a market, and whether it is open for trading. */
export const marketDetailsQuery = (market: string) =>
  queryOptions({
    ...endpointQuery(getMarket, { params: { market } }),
    refetchInterval: every(MINUTE_MS),
    select: detailsOf,
  })

/** The figures of the title bar. */
export const marketInfoQuery = (market: string) =>
  queryOptions({
    ...endpointQuery(getMarketInfo, { query: { market_type: market } }, market),
    refetchInterval: every(MARKET_POLL_MS.marketInfo),
    select: infoOf,
  })

/** Both sides of the book, best first. */
export const orderBookQuery = (market: string) =>
  queryOptions({
    ...endpointQuery(getOrderBook, { query: { marketType: market } }, market),
    refetchInterval: every(MARKET_POLL_MS.orderBook),
    select: levelsOf,
  })

/**
 * Both sides in steps of many ticks. The stream has the best levels alone, and such a row covers hundreds of them: its changes say when to ask again.
 */
export const groupedBookQuery = (market: string, ticks: (typeof GROUPED_TICKS)[number]) =>
  queryOptions({
    ...endpointQuery(getGroupedBook, { params: { market }, query: { ticks } }, market),
    refetchInterval: every(MARKET_POLL_MS.orderBook),
    select: levelsOf,
  })

/** The newest trades of the market, newest first. */
export const lastTradesQuery = (market: string) =>
  queryOptions({
    ...endpointQuery(getLastTrades, { query: { marketType: market, type: 'P2P', size: `${LAST_TRADES}` } }, market),
    refetchInterval: every(MARKET_POLL_MS.lastTrades),
    select: tradesOf,
  })

/** The available balances of a market's two coins, by coin. */
export const marketBalancesQuery = (coins: { sourceCoin: string; destinationCoin: string }) =>
  queryOptions({
    ...endpointQuery(getMarketBalances, { query: coins }, 'own'),
    refetchInterval: every(POLL_MS.wallets),
    select: balancesOf,
  })

/** The estimated cost or proceeds of a market order on the present book. */
export const orderQuoteQuery = ({ market, side, amount }: { market: string; side: Side; amount: string }) =>
  queryOptions({
    ...endpointQuery(getMarketOrderQuote, {
      query: { marketType: market, orderType: side === 'BUY' ? 'MARKET_BUY' : 'MARKET_SELL', amount },
    }),
    refetchInterval: every(MARKET_POLL_MS.orderQuote),
    select: ({ baseDTO }: Reply<typeof getMarketOrderQuote>) => ({ ...baseDTO, amount }),
  })

/** The amount of a market order of this total on the present book. */
export const orderTotalQuery = ({ market, side, total }: { market: string; side: Side; total: string }) =>
  queryOptions({
    ...endpointQuery(getAmountViaPrice, {
      query: { marketType: market, orderType: side === 'BUY' ? 'MARKET_BUY' : 'MARKET_SELL', amount: total },
    }),
    refetchInterval: every(MARKET_POLL_MS.orderQuote),
    select: ({ baseDTO }: Reply<typeof getAmountViaPrice>) => baseDTO.amount,
  })
