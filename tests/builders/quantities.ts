import type { Coin } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import { COINS } from './coins.ts'

/** "1.5" of a coin, down to the last decimal of its ledger. */
export function units(text: string, coin: Pick<Coin, 'symbol' | 'decimals'>): Amount {
  const parsed = parseDecimal(text, coin.decimals)
  if (parsed === undefined) throw new Error(`${text} is no amount of ${coin.symbol}`)
  return amount(parsed)
}

export function priceOf(text: string): Price {
  const parsed = parseDecimal(text, PRICE_DECIMALS)
  if (parsed === undefined) throw new Error(`${text} is no price`)
  return price(parsed)
}

/** "1000 TOMAN" as a coin and an amount of it. */
export function funds(text: string): { coin: Coin; amount: Amount } {
  const [quantity = '', symbol = ''] = text.split(' ')
  const coin = coinCalled(symbol)
  return { coin, amount: units(quantity, coin) }
}

export function coinCalled(symbol: string): Coin {
  const coin = COINS.find((each) => each.symbol === symbol)
  if (!coin) throw new Error(`no coin is called ${symbol}`)
  return coin
}
