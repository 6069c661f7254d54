import { TOMAN } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { amount, ppm } from '#domain/units.ts'
import type { LadderSettings } from './ladder.ts'

/** Worth of the nearest level, in whole Toman or Tether. */
const LEVEL_WORTH = { toman: '30000000', tether: '260' }

/** Eight levels a side, the nearest 0.15 % from the middle and 0.1 % from each other. */
export const DEFAULT_LADDER: LadderSettings = {
  halfSpread: ppm(1_500n),
  step: ppm(1_000n),
  levels: 8,
  levelWorth: ({ quote }: Market) =>
    amount(parseDecimal(quote.symbol === TOMAN ? LEVEL_WORTH.toman : LEVEL_WORTH.tether, quote.decimals) ?? 0n),
}
