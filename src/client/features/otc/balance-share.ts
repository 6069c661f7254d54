import { formatDecimal } from '#domain/decimal.ts'
import { amountFor, floorToPrecision } from '#domain/market.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { QuickTradeFacts } from './quick-trade.logic.ts'
import type { QuickTradeAction, QuickTradeForm } from './use-trade-choice.ts'

/** The shares of the balance that one press trades, in percent. */
export const SHARES = [25n, 50n, 75n, 100n] as const

/** The action of "Max" and of a smaller share: this much of the balance, in the steps of the coin and up to its maximum. */
export function allOf(
  form: QuickTradeForm,
  facts: QuickTradeFacts,
  percent: (typeof SHARES)[number] = 100n,
): QuickTradeAction | undefined {
  const { coin, quote, unitPrice } = facts
  if (facts.balance === undefined || !coin || !quote) return undefined
  const balance = amount((facts.balance * percent) / 100n)
  const { exchangeMax } = coin
  const amountAction = (quantity: Amount): QuickTradeAction => ({
    type: 'all',
    typed: 'amount',
    text: formatDecimal(floorToPrecision(quantity, coin), coin.decimals),
  })
  if (form.side === 'SELL') {
    const isMore = balance > exchangeMax
    return amountAction(isMore ? exchangeMax : balance)
  }
  const market = { base: coin, quote }
  if (unitPrice && amountFor({ total: balance, unitPrice, market }) > exchangeMax) return amountAction(exchangeMax)
  const scale = { decimals: quote.decimals, precision: quote.billedDecimals }
  return { type: 'all', typed: 'total', text: formatDecimal(floorToPrecision(balance, scale), quote.decimals) }
}
