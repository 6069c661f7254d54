import type * as z from 'zod/mini'
import type { CoinPrice, ExchangePrice } from '#contract/coins.ts'
import type { Market } from '#domain/market.ts'
import type { MarketWatch } from './market-watch.ts'
import type { PriceBoard } from './price-board.ts'
import { changeText, figuresOf, priceText, referencePriceOf, weeklyChangeOf } from './show-market.ts'

interface Sources {
  readonly board: PriceBoard
  readonly watch: MarketWatch
  readonly nowMs: number
}

/** The quick-trade prices of these markets. A coin that the feed has never quoted is absent. */
export function showPrices(
  markets: readonly Market[],
  { board, watch, nowMs, withWeek }: Sources & { readonly withWeek: boolean },
) {
  const { at, stale } = board.ageOf(markets)
  const content = markets.flatMap((market): z.input<typeof ExchangePrice> | [] => {
    const quote = board.latest(market)
    if (!quote) return []
    const model = watch.market(market.id)
    const figures = figuresOf(model, { nowMs })
    return {
      destCoinSymbol: market.base.symbol,
      sourceCoinSymbol: market.quote.symbol,
      buyPrice: priceText(quote.buy),
      sellPrice: priceText(quote.sell),
      // The market's own change, as its page shows it; the feed's change only before the first market price.
      price24hrChangePercent: figures ? changeText(figures.changePercentHundredths) : (quote.change24hPercent ?? '0'),
      ...(withWeek && { priceWeeklyChangePercent: weeklyText(market, { watch, nowMs, last: figures?.last }) }),
    }
  })
  return { content, baseDTO: { at: at.toISOString(), stale } }
}

/** The market prices of these markets. A market that never had a price is absent. */
export function showMarketPrices(
  markets: readonly Market[],
  { board, watch, nowMs, withDay, withWeek }: Sources & { readonly withDay: boolean; readonly withWeek: boolean },
) {
  const content = markets.flatMap((market): z.input<typeof CoinPrice> | [] => {
    const model = watch.market(market.id)
    const figures = figuresOf(model, { nowMs })
    const last = figures?.last ?? referencePriceOf(model, board.latest(market)?.middle)
    if (last === undefined) return []
    return {
      destCoinSymbol: market.base.symbol,
      sourceCoinSymbol: market.quote.symbol,
      price: priceText(last),
      ...(withDay && { price24hrChangePercent: figures ? changeText(figures.changePercentHundredths) : null }),
      ...(withWeek && { priceWeeklyChangePercent: weeklyText(market, { watch, nowMs, last }) }),
    }
  })
  return { content }
}

function weeklyText(
  market: Market,
  { watch, nowMs, last }: Omit<Sources, 'board'> & { readonly last: Parameters<typeof priceText>[0] | undefined },
): string | null {
  const change = last === undefined ? undefined : weeklyChangeOf(watch.market(market.id), { nowMs, last })
  return change === undefined ? null : changeText(change)
}
