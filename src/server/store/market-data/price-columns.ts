import { amount, price } from '#domain/units.ts'

/** The columns of the four prices and the volume, the same in every table of prices. */
export interface PriceColumns {
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

export const pricesOf = ({ open, high, low, close, volume }: PriceColumns) => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: amount(volume),
})
