import { type Coin, TOMAN } from './coin.ts'
import { wholePrice } from './market.ts'
import { TOMAN_DECIMALS } from './rial.ts'
import type { Amount, Price } from './units.ts'

/**
 * What an amount of a market's quote coin is worth in Toman, rounded down. `undefined` where it is not Toman and nobody
 * knew its price.
 * @param quoteInToman Toman per whole quote coin; not read where the quote is Toman itself
 */
export function valueInToman(
  value: Amount,
  { quote, quoteInToman }: { quote: Pick<Coin, 'symbol' | 'decimals'>; quoteInToman: Price | undefined },
): Amount | undefined {
  if (quote.symbol === TOMAN) return value
  if (quoteInToman === undefined) return undefined
  const market = { base: quote, quote: { decimals: TOMAN_DECIMALS } }
  return wholePrice({ quantity: value, unitPrice: quoteInToman, market }, 'down')
}
