import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getMarketOrderQuote } from '#contract/market-orders.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import type { Side } from '#domain/order.ts'

/** What the caller can spend of the two coins of a market, by coin. */
export const marketBalancesQuery = (coins: { sourceCoin: string; destinationCoin: string }) =>
  queryOptions({
    ...endpointQuery(getMarketBalances, { query: coins }),
    refetchInterval: every(POLL_MS.wallets),
    select: ({ baseDTO }: Reply<typeof getMarketBalances>) => baseDTO,
  })

/** What a market order would cost or bring on the book as it stands. */
export const orderQuoteQuery = ({ market, side, amount }: { market: string; side: Side; amount: string }) =>
  queryOptions({
    ...endpointQuery(getMarketOrderQuote, {
      query: { marketType: market, orderType: side === 'BUY' ? 'MARKET_BUY' : 'MARKET_SELL', amount },
    }),
    refetchInterval: every(POLL_MS.orderQuote),
    select: ({ baseDTO }: Reply<typeof getMarketOrderQuote>) => ({ ...baseDTO, amount }),
  })
