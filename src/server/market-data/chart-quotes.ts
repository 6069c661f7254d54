import type * as z from 'zod/mini'
import type { getChartQuotes } from '#contract/udf.ts'
import type { Market } from '#domain/market.ts'
import { chartPercent, chartPrice, chartVolume } from './chart-number.ts'
import { CHART_EXCHANGE, chartDescription } from './chart-symbol.ts'
import { figuresOf } from './market-figures.ts'
import type { MarketReadModel } from './market-read-model.ts'

type Quoted = Extract<z.input<typeof getChartQuotes.response>, { s: 'ok' }>['d'][number]

export const failedQuote = (n: string, errmsg: string): Quoted => ({ s: 'error', n, v: {}, errmsg })

/** The price line of a chart. An unknown value is left out rather than shown as zero. */
export function showChartQuote(model: MarketReadModel, { nowMs }: { nowMs: number }): Quoted {
  const { market, depth } = model
  const figures = figuresOf(model, { nowMs })
  if (!figures) return failedQuote(market.symbol, 'no price is known yet')
  const { last, open, high, low, volume, before = open, changePercentHundredths } = figures
  const [bid, ask] = [depth.bids[0]?.price, depth.asks[0]?.price]
  return {
    s: 'ok',
    n: market.symbol,
    v: {
      short_name: shortName(market),
      exchange: CHART_EXCHANGE,
      description: chartDescription(market, false),
      lp: chartPrice(last),
      ch: chartPrice(last - before),
      chp: chartPercent(changePercentHundredths),
      ...(bid !== undefined && { bid: chartPrice(bid) }),
      ...(ask !== undefined && { ask: chartPrice(ask) }),
      ...(bid !== undefined && ask !== undefined && { spread: chartPrice(ask - bid) }),
      open_price: chartPrice(open),
      high_price: chartPrice(high),
      low_price: chartPrice(low),
      prev_close_price: chartPrice(before),
      volume: chartVolume(volume, market),
    },
  }
}

const shortName = ({ base, quote }: Market) => `${base.code}/${quote.code}`
