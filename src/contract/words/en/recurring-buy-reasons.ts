import type { words as fa } from '../fa/recurring-buy-reasons.ts'

export const words: Readonly<Record<keyof typeof fa, string>> = {
  NOT_ENOUGH_BALANCE: 'not enough balance',
  ACCOUNT_FROZEN: 'the account is frozen',
  ACCOUNT_NOT_AUTHORIZED: "the account isn't verified",
  MARKET_MAKER_NOT_ALLOWED: "Quick trade isn't available to this account",
  MARKET_IS_NOT_ACTIVE: "this market isn't active any more",
  MARKET_CLOSED: 'the market was closed',
  MARKET_HALTED: 'trading in this market was halted',
  PRICE_ABOVE_CEILING: 'the price was above your limit',
  PRICE_STALE: 'there was no live price',
  AMOUNT_IS_LOW: 'the total was below the minimum of Quick trade',
  AMOUNT_IS_HIGH: 'the total was above the maximum of Quick trade',
  HOUSE_LIMIT_REACHED: 'Quick trade had no more of this asset',
  MISSED: "Kimia wasn't available at that time",
  UNAVAILABLE: "the purchase wasn't possible",
}
