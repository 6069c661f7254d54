import { TOMAN } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { usualLoss } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import { type Amount, amount, ppm } from '#domain/units.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { addStrategies, type MakerStrategy } from '../store/trading/maker-strategies.ts'
import { COINS } from './seeds/coins.ts'

/** Gives the markets of a first start, and those added later, a strategy that aims at the capital lent to the maker. */
export async function seedStrategies(database: Queryable, { markets }: Catalogue): Promise<void> {
  const strategies = markets.flatMap((market) => {
    const lent = lentFor(market)
    return lent === undefined ? [] : [defaultStrategy(market, lent)]
  })
  await addStrategies(database, strategies)
}

/** The strategy from which the bounds of a market's settings are derived. */
export const usualStrategy = (market: QuotedMarket & Pick<Market, 'maxAmount'>): MakerStrategy =>
  defaultStrategy(market, lentFor(market) ?? market.maxAmount)

/** The strategy of a market that operators add: switched off until they set it and switch it on. */
export const strategyOfNew = (market: QuotedMarket & Pick<Market, 'maxAmount'>): MakerStrategy => ({
  ...usualStrategy(market),
  enabled: false,
})

type QuotedMarket = Pick<Market, 'id' | 'base' | 'quote'>

function lentFor({ base }: Pick<Market, 'base'>): Amount | undefined {
  const capital = COINS.find(({ symbol }) => symbol === base.symbol)?.capital.marketMaker
  const lent = capital === undefined ? undefined : parseDecimal(capital, base.decimals)
  return lent === undefined ? undefined : amount(lent)
}

/** The value of the nearest level, in whole Toman or Tether. */
const LEVEL_WORTH = { toman: '30000000', tether: '260' }

/**
 * Twelve levels a side, one more than the tables show; the nearest is 0.08 % from the middle, and they are 0.06 % apart. When half of the
 * loan is gone, or half as much again has come in, the prices move by 0.04 %.
 */
function defaultStrategy(market: QuotedMarket, lent: Amount): MakerStrategy {
  const { quote } = market
  const worth = parseDecimal(quote.symbol === TOMAN ? LEVEL_WORTH.toman : LEVEL_WORTH.tether, quote.decimals)
  const levelWorth = amount(worth ?? 1n)
  return {
    marketId: market.id,
    enabled: true,
    halfSpread: ppm(800n),
    step: ppm(600n),
    levels: 12,
    levelWorth,
    refreshMs: 1_000,
    skew: ppm(400n),
    inventoryTarget: lent,
    inventoryBand: amount(lent / 2n || 1n),
    lossMax: usualLoss(levelWorth),
  }
}
