import { divide, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

export interface BookMeasures {
  /** Best ask − best bid, decimal text. */
  readonly spread: string
  readonly mid: string
  /** The spread against the mid price in percent, three decimals. */
  readonly spreadPercent: string
}

type Row = { readonly unitPrice: string }

/** The gap between the two sides, best first; `undefined` where a side is empty. */
export function measureBook({ bids, asks }: { bids: readonly Row[]; asks: readonly Row[] }): BookMeasures | undefined {
  const bid = bids[0] && parseDecimal(bids[0].unitPrice, PRICE_DECIMALS)
  const ask = asks[0] && parseDecimal(asks[0].unitPrice, PRICE_DECIMALS)
  if (bid === undefined || ask === undefined || ask < bid || ask === 0n) return undefined
  const mid = divide(bid + ask, 2n, 'down')
  return {
    spread: formatDecimal(ask - bid, PRICE_DECIMALS),
    mid: formatDecimal(mid, PRICE_DECIMALS),
    spreadPercent: formatDecimal(((ask - bid) * 100_000n) / mid, 3),
  }
}
