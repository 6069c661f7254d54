import type { Charges } from '#domain/fee.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import { type OrderTerms, PLAIN_TERMS } from '#domain/order.ts'
import { amount, ppm } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Credit, HoldFunds, Leaving, PlaceOco, PlaceOrder, QuickTrade, Quote } from '#server/engine/commands.ts'
import { MARKETS } from './markets.ts'
import { idOf } from './people.ts'
import { coinCalled, funds, priceOf, units } from './quantities.ts'

/** The common fields of all commands; each gets its own key unless a test sets it. */
export interface Given {
  readonly key: string
  readonly at: number
}

/** 0.4 % for taker and maker, without an inviter. */
export const CHARGES: Charges = { taker: ppm(4_000n), maker: ppm(4_000n), inviterId: undefined }

const NO_LIMIT = amount(10n ** 30n)

/** Nothing prevents withdrawals of this user. */
export const MAY_WITHDRAW: Withdrawer = {
  blocked: false,
  authorized: true,
  heldUntil: undefined,
  destinationUnsaved: false,
  destinationFrom: undefined,
  stopped: false,
  limits: {
    hour: NO_LIMIT,
    day: NO_LIMIT,
    allHour: NO_LIMIT,
    oneOperatorFrom: NO_LIMIT,
    twoOperatorsFrom: NO_LIMIT,
  },
  readAt: Number.MAX_SAFE_INTEGER,
}

/** Something that leaves for a user whom nothing prevents. */
export const leavingTo = (destination: Destination, differences: Partial<Leaving> = {}): Leaving => ({
  destination,
  withdrawer: MAY_WITHDRAW,
  worth: amount(1n),
  ...differences,
})

/** A price that the operator always honours. */
export const GOOD_FOR_EVER: Quote = { goodUntil: Number.MAX_SAFE_INTEGER, refusal: 'PRICE_STALE' }

const ORDER = /^(\w+) (buys|sells) (\S+) (\w+)(?: at (\S+))?(?: once (\S+))?(?: for (\w+))?$/

/**
 * "ali buys 2 GOLD at 100" (a limit), "ali buys 2 GOLD at 100 once 95" (a stop), "ali sells 2 GOLD" (at the market); with "for TETHER" if
 * it is not for Toman.
 */
export function order(sentence: string, { key, at, terms }: Given & { terms?: Partial<OrderTerms> }): PlaceOrder {
  const { userId, side, quantity, unitPrice, stopPrice, market } = readOrder(sentence)
  return {
    type: 'placeOrder',
    userId,
    key,
    fingerprint: sentence.slice(sentence.indexOf(' ') + 1),
    at,
    marketId: market.id,
    side,
    unitPrice: unitPrice === undefined ? undefined : priceOf(unitPrice),
    amount: units(quantity, market.base),
    charges: CHARGES,
    quoteInToman: undefined,
    clientOrderId: key,
    terms: { ...PLAIN_TERMS, stopPrice: stopPrice === undefined ? undefined : priceOf(stopPrice), ...terms },
  }
}

/** "ali sells 2 GOLD at 110 or at 88 once 90": a limit order, or a stop with the other limit. */
export function oco(sentence: string, given: Given): PlaceOco {
  const [profit = '', stopUnitPrice = '', stopPrice = ''] = sentence.split(/ or at | once /)
  const { unitPrice, terms = PLAIN_TERMS, ...asked } = order(profit, given)
  if (unitPrice === undefined) throw new Error(`an OCO order has a limit: ${sentence}`)
  const { selfTradePrevention, expiresAt } = terms
  const prices = { unitPrice, stopPrice: priceOf(stopPrice), stopUnitPrice: priceOf(stopUnitPrice) }
  return { ...asked, ...prices, type: 'placeOco', fingerprint: sentence, selfTradePrevention, expiresAt }
}

/** The same sentence, as a quick trade. */
export function quick(sentence: string, { key, at }: Given): QuickTrade {
  const { userId, side, quantity, unitPrice, market } = readOrder(sentence)
  if (unitPrice === undefined) throw new Error(`a quick trade has a price: ${sentence}`)
  return {
    type: 'quickTrade',
    userId,
    key,
    fingerprint: `quick ${sentence}`,
    at,
    marketId: market.id,
    side,
    amount: units(quantity, market.base),
    unitPrice: priceOf(unitPrice),
    quote: GOOD_FOR_EVER,
    charges: { ...CHARGES, taker: ppm(3_000n) },
    quoteInToman: undefined,
  }
}

/** Toman come through the gateway, all other coins from the chains. */
export function credit(who: string, text: string, { key, at }: Given): Credit {
  const { coin, amount } = funds(text)
  const source = coin.symbol === 'TOMAN' ? 'gateway/ZARINPAL' : 'hot/ERC20'
  const reference = `deposit/${key}`
  return { type: 'credit', userId: idOf(who), key, fingerprint: text, at, source, coinId: coin.id, amount, reference }
}

export function hold(who: string, text: string, given: Given & { reference: string }): HoldFunds {
  const { coin, amount } = funds(text)
  const { key, at, reference } = given
  return { type: 'hold', userId: idOf(who), key, fingerprint: text, at, coinId: coin.id, amount, reference }
}

function readOrder(sentence: string) {
  const [, who = '', verb, quantity = '', base = '', unitPrice, stopPrice, quote = 'TOMAN'] = ORDER.exec(sentence) ?? []
  const side: 'BUY' | 'SELL' = verb === 'buys' ? 'BUY' : 'SELL'
  return { userId: idOf(who), side, quantity, unitPrice, stopPrice, market: marketOf(base, quote) }
}

function marketOf(base: string, quote: string): Market {
  const market = MARKETS.find((each) => each.base === coinCalled(base) && each.quote === coinCalled(quote))
  if (!market) throw new Error(`there is no market of ${base} in ${quote}`)
  return market
}
