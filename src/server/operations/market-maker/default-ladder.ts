import { TOMAN } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { amount, ppm } from '#domain/units.ts'
import type { LadderSettings } from './ladder.ts'

/** Worth of the nearest level, in whole Toman or Tether. */
const LEVEL_WORTH = { toman: '30000000', tether: '260' }

/** Twelve levels a side, one more than the tables show; the nearest 0.08 % from the middle and 0.06 % from each other. */
export const DEFAULT_LADDER: LadderSettings = {
  halfSpread: ppm(800n),
  step: ppm(600n),
  levels: 12,
  levelWorth: ({ quote }: Market) =>
    amount(parseDecimal(quote.symbol === TOMAN ? LEVEL_WORTH.toman : LEVEL_WORTH.tether, quote.decimals) ?? 0n),
}
