import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { figuresOf } from './market-figures.ts'
import type { MarketWatch } from './market-watch.ts'
import type { PriceBoard } from './price-board.ts'
import { priceText } from './show-market.ts'

/** The quick-trade prices of these markets. A coin that the feed has never quoted is absent. */
export function showPrices(
  markets: readonly Market[],
  { board, watch, nowMs }: { board: PriceBoard; watch: MarketWatch; nowMs: number },
) {
  const { at, stale } = board.ageOf(markets)
  const content = markets.flatMap((market) => {
    const quote = board.latest(market)
    if (!quote) return []
    return {
      destCoinSymbol: market.base.symbol,
      sourceCoinSymbol: market.quote.symbol,
      buyPrice: priceText(quote.buy),
      sellPrice: priceText(quote.sell),
      price24hrChangePercent: quote.change24hPercent ?? changeOnTheBook(market, { watch, nowMs }),
    }
  })
  return { content, baseDTO: { at: at.toISOString(), stale } }
}

/** Where the feed does not say how a price changed, our own market does. */
function changeOnTheBook(market: Market, { watch, nowMs }: { watch: MarketWatch; nowMs: number }): string {
  const figures = figuresOf(watch.market(market.id), { nowMs, fallback: undefined })
  return formatDecimal(figures?.changePercentHundredths ?? 0n, 2)
}
