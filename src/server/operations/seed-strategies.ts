import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { addStrategies } from '../store/trading/maker-strategies.ts'
import { defaultStrategy } from './market-maker/default-strategy.ts'
import { COINS } from './seeds/coins.ts'

/** Gives the markets of a first start, and those added later, a strategy that aims at the capital the maker was lent. */
export async function seedStrategies(database: Queryable, { markets }: Catalogue): Promise<void> {
  const strategies = markets.flatMap((market) => {
    const capital = COINS.find(({ symbol }) => symbol === market.base.symbol)?.capital.marketMaker
    const lent = capital === undefined ? undefined : parseDecimal(capital, market.base.decimals)
    return lent === undefined ? [] : [defaultStrategy(market, amount(lent))]
  })
  await addStrategies(database, strategies)
}
