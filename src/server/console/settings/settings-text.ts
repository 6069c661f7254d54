import { formatDecimal } from '#domain/decimal.ts'
import { percentOf } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
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
})

export const levelText = ({ volumeFrom, maker, taker }: LevelRow): LevelText => ({
  volumeFrom: String(volumeFrom),
  maker: percentOf(maker),
  taker: percentOf(taker),
})

export const strategyText = (strategy: MakerStrategy, { base, quote }: Market): StrategyText => ({
  enabled: strategy.enabled,
  halfSpread: percentOf(strategy.halfSpread),
  step: percentOf(strategy.step),
  levels: strategy.levels,
  levelWorth: formatDecimal(strategy.levelWorth, quote.decimals),
  refreshMs: strategy.refreshMs,
  skew: percentOf(strategy.skew),
  inventoryTarget: formatDecimal(strategy.inventoryTarget, base.decimals),
  inventoryBand: formatDecimal(strategy.inventoryBand, base.decimals),
})
