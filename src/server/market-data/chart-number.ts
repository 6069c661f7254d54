import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { type Amount, PRICE_DECIMALS } from '#domain/units.ts'

/**
 * Prices, differences of prices, and volumes as the chart feed's numbers: the nearest floating-point number to the exact decimal. This is the one place
 * where money leaves the exact scale, and only to be drawn.
 */
export const chartPrice = (price: bigint) => Number(formatDecimal(price, PRICE_DECIMALS))
export const chartVolume = (volume: Amount, { base }: Market) => Number(formatDecimal(volume, base.decimals))
/** Converts hundredths of a percent. */
export const chartPercent = (hundredths: bigint) => Number(formatDecimal(hundredths, 2))
