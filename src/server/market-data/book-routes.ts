import { getAmountViaPrice, getLastTrades, getMarketOrderQuote, getOrderBook } from '#contract/markets.ts'
import { rejected } from '#contract/rejected.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../http/route.ts'
import { keepSnapshot } from '../http/snapshot.ts'
import { quoteMarketOrder, quoteSpend } from './depth.ts'
import { LAST_TRADES } from './market-read-model.ts'
import { quoteText, showDepth, showTrade } from './show-market.ts'
import { type MarketDataSources, perMarket, unknownMarket } from './sources.ts'

/** The book of a market, its last trades, and quotes of what an order would meet. */
export function bookRoutes(sources: MarketDataSources): Route[] {
  const { watch } = sources
  const books = perMarket(sources, () => keepSnapshot())
  const trades = perMarket(sources, () => keepSnapshot())
  return [
    route(getOrderBook, ({ query }) => {
      const found = books(query.marketType)
      if (!found) return unknownMarket('marketType')
      const { depth } = watch.market(found.market.id)
      return found.keep(`${depth.sequence}`, () => ({ baseDTO: showDepth(found.market, depth) }))
    }),
    route(getLastTrades, ({ query }) => {
      const found = trades(query.marketType)
      if (!found) return unknownMarket('marketType')
      const { lastTrades, tradesVersion } = watch.market(found.market.id)
      const { size = LAST_TRADES } = query
      const build = () => ({
        content: lastTrades.slice(0, size).map((trade) => showTrade(trade, found.market, sources.sandboxTradersId)),
      })
      return size < LAST_TRADES ? build() : found.keep(`${tradesVersion}`, build)
    }),
    route(getMarketOrderQuote, ({ query }) => {
      const market = sources.catalogue.marketBySymbol.get(query.marketType)
      if (!market) return unknownMarket('marketType')
      const quantity = parseAmount(query.amount, market.base)
      if (quantity === undefined || quantity === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
      const side = query.orderType === 'MARKET_BUY' ? 'BUY' : 'SELL'
      const { value, fillable } = quoteMarketOrder(watch.market(market.id).depth, { market, side, quantity })
      return {
        baseDTO: { wholePrice: quoteText(value, market), fillable: formatDecimal(fillable, market.base.decimals) },
      }
    }),
    route(getAmountViaPrice, ({ query }) => {
      const market = sources.catalogue.marketBySymbol.get(query.marketType)
      if (!market) return unknownMarket('marketType')
      const total = parseAmount(query.amount, market.quote)
      if (total === undefined || total === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
      const { quantity, cost } = quoteSpend(watch.market(market.id).depth, { market, total })
      return {
        baseDTO: { amount: formatDecimal(quantity, market.base.decimals), wholePrice: quoteText(cost, market) },
      }
    }),
  ]
}
