import { storedChoice } from '#client/lib/stored-choice.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { mesghalDecimals, mesghalOfGrams } from '#domain/gold-weight.ts'
import type { Amount } from '#domain/units.ts'
import type { Scale } from './quick-trade.logic.ts'

export type GoldWeight = 'gram' | 'mesghal'

/** The weight by which this device counts gold. It changes what is typed and shown, never what is traded. */
export const goldWeight = storedChoice<GoldWeight>({
  key: 'goldWeight',
  names: { gram: 'gram', mesghal: 'mesghal' },
  otherwise: 'gram',
})

/** The weight of this coin's amounts: only gold is counted by the mesghal. */
export const useWeight = (coin: string): GoldWeight => {
  const chosen = goldWeight.use()
  return coin === 'GOLD' ? chosen : 'gram'
}

/** The mesghals of an amount in grams, as decimal text. */
export const mesghalText = (grams: Amount, gold: Scale): string =>
  formatDecimal(mesghalOfGrams(grams, gold), mesghalDecimals(gold))
