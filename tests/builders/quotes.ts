import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS, price } from '#domain/units.ts'
import { DOLLAR_COINS, type DollarCoin, type Quote, type Quotes } from '#server/providers/prices/prices.ts'

export function priceOf(text: string) {
  const value = parseDecimal(text, PRICE_DECIMALS)
  if (value === undefined) throw new Error(`${text} is no price`)
  return price(value)
}

export const quoteOf = (text: string, { at, change }: { at: Date; change?: string | undefined }): Quote => ({
  price: priceOf(text),
  at,
  change24hPercent: change,
})

/** An answer of the feed: every coin at ten dollars and a dollar at 100,000 Toman, unless given otherwise. */
export function quotesOf({
  at,
  usd = {},
  dollarBuy = '100000',
  dollarSell = '100000',
  goldGram = '10000000',
  change,
}: {
  at: Date
  usd?: Partial<Record<DollarCoin, string>>
  dollarBuy?: string
  dollarSell?: string
  goldGram?: string
  change?: string | undefined
}): Quotes {
  const dated = (text: string) => quoteOf(text, { at, change })
  const prices = { TETHER: '1', ...usd }
  return {
    at,
    tomanPerUsd: { buy: dated(dollarBuy), sell: dated(dollarSell) },
    usdPerCoin: new Map(DOLLAR_COINS.map((coin) => [coin, dated(prices[coin] ?? '10')])),
    tomanPerGoldGram: dated(goldGram),
  }
}
