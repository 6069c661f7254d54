import { formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { type Amount, amount } from '#domain/units.ts'
import {
  allOf,
  type QuickTradeFacts,
  type QuickTradeForm,
  reduceQuickTrade,
  summarizeQuickTrade,
} from './quick-trade.logic.ts'

/**
 * The smallest trade that yields the missing amount after its fee, in the coin's steps and from its minimum on; or the whole balance, if that is too
 * small. Without a balance or a price the form is unchanged.
 */
export function convertMissing(begun: QuickTradeForm, missing: Amount, facts: QuickTradeFacts): QuickTradeForm {
  const { coin } = facts
  const all = allOf(begun, facts)
  if (!all || !coin) return begun
  const whole = reduceQuickTrade(begun, all)
  const { amount: most, received } = summarizeQuickTrade(whole, facts)
  if (most === undefined || received === undefined || received <= missing) return whole
  const step = powerOfTen(coin.decimals - coin.precision)
  const trading = (steps: bigint) =>
    reduceQuickTrade(begun, { type: 'amount', text: formatDecimal(amount(steps * step), coin.decimals) })
  const isEnough = (steps: bigint) => (summarizeQuickTrade(trading(steps), facts).received ?? 0n) >= missing
  let enough = most / step
  let tooFew = (coin.exchangeMin - 1n) / step
  while (enough - tooFew > 1n) {
    const middle = (enough + tooFew) / 2n
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return trading(enough)
}
