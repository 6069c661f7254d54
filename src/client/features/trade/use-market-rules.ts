import { useQuery } from '@tanstack/react-query'
import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { marketDetailsQuery } from './market.queries.ts'
import type { MarketRules } from './order-form.logic.ts'

/** The rules of the market with its coins; `undefined` until both are there. */
export function useMarketRules(market: string): MarketRules | undefined {
  const { coinOf } = useCoins()
  const details = useQuery(marketDetailsQuery(market)).data
  const base = details && coinOf(details.destinationCoin)
  const quote = details && coinOf(details.sourceCoin)
  if (!details || !base || !quote) return undefined
  return {
    symbol: details.marketType,
    base,
    quote,
    tick: decodePrice(details.tickSize),
    step: decodeAmount(details.amountStep, base),
    min: decodeAmount(details.minAmount, base),
    max: decodeAmount(details.maxAmount, base),
    active: details.active,
  }
}
