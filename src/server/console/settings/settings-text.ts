import { formatDecimal } from '#domain/decimal.ts'
import { percentOf } from '#domain/fee.ts'
import { MAKER_SETTINGS, type MakerSetting, makerBounds } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import { amount, PRICE_DECIMALS, ppm } from '#domain/units.ts'
import { usualStrategy } from '../../operations/seed-strategies.ts'
import type { LevelRow } from '../../store/accounts/levels.ts'
import type { MakerStrategy } from '../../store/trading/maker-strategies.ts'
import type { LevelText, MarketText, StrategyText } from './parse-settings.ts'

export const marketText = (market: Market): MarketText => ({
  tick: formatDecimal(market.tick, PRICE_DECIMALS),
  minAmount: formatDecimal(market.minAmount, market.base.decimals),
  maxAmount: formatDecimal(market.maxAmount, market.base.decimals),
  minTotal: formatDecimal(market.minTotal, market.quote.decimals),
  openOrdersMax: String(market.openOrdersMax),
  hours: market.hours,
  protectionBand: percentOf(market.protectionBand),
  forceWarning: percentOf(market.forceWarning),
  limitPriceMin: percentOf(market.limitPriceMin),
  limitPriceMax: percentOf(market.limitPriceMax),
})

export const levelText = ({ volumeFrom, maker, taker }: LevelRow): LevelText => ({
  volumeFrom: String(volumeFrom),
  maker: percentOf(maker),
  taker: percentOf(taker),
})

export const strategyText = (strategy: Omit<MakerStrategy, 'enabled'>, { base, quote }: Market): StrategyText => ({
  halfSpread: percentOf(strategy.halfSpread),
  step: percentOf(strategy.step),
  levels: strategy.levels,
  levelWorth: formatDecimal(strategy.levelWorth, quote.decimals),
  refreshMs: strategy.refreshMs,
  skew: percentOf(strategy.skew),
  inventoryTarget: formatDecimal(strategy.inventoryTarget, base.decimals),
  inventoryBand: formatDecimal(strategy.inventoryBand, base.decimals),
  lossMax: formatDecimal(strategy.lossMax, quote.decimals),
})

/** The allowed values of a market's strategy, each as its field shows it. */
export function boundsText(market: Market) {
  const textOf = (name: MakerSetting, value: bigint): string => {
    if (name === 'levels' || name === 'refreshMs') return String(value)
    if (name === 'levelWorth' || name === 'lossMax') return formatDecimal(amount(value), market.quote.decimals)
    if (name === 'inventoryTarget' || name === 'inventoryBand')
      return formatDecimal(amount(value), market.base.decimals)
    return percentOf(ppm(value))
  }
  const bounds = makerBounds(usualStrategy(market))
  return Object.fromEntries(
    MAKER_SETTINGS.map((name) => {
      const { min, max, aloneMin, aloneMax } = bounds[name]
      const text = (value: bigint) => textOf(name, value)
      return [name, { min: text(min), max: text(max), aloneMin: text(aloneMin), aloneMax: text(aloneMax) }]
    }),
  )
}
