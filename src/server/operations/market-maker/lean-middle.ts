import { type Amount, type Price, price } from '#domain/units.ts'
import type { MakerStrategy } from '../../store/trading/maker-strategies.ts'

const MILLION = 1_000_000n

/**
 * The price that the maker quotes around: the market's middle while its inventory is as it wants it, lower while it has too much
 * of the base coin, so that others buy rather than sell, and higher while it has too little. Rounded down.
 */
export function leanMiddle(
  middle: Price,
  { skew, inventoryTarget, inventoryBand }: Pick<MakerStrategy, 'skew' | 'inventoryTarget' | 'inventoryBand'>,
  inventory: Amount,
): Price {
  const surplus: bigint = inventory - inventoryTarget
  const bounded = surplus > inventoryBand ? inventoryBand : surplus < -inventoryBand ? -inventoryBand : surplus
  return price((middle * (MILLION * inventoryBand - skew * bounded)) / (MILLION * inventoryBand))
}
