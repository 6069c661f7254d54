import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import type { QuickTradeFacts, QuickTradeForm, QuickTradeSummary } from './quick-trade.logic.ts'

/** What the confirmation shows; `undefined` while anything is missing. */
export function termsOf(
  { side, coin, unit }: QuickTradeForm,
  { summary, facts }: { summary: QuickTradeSummary; facts: QuickTradeFacts },
): QuickTradeTerms | undefined {
  const { amount, total, fee, received } = summary
  const { coin: traded, quote, unitPrice } = facts
  if (!traded || !quote || unitPrice === undefined) return undefined
  if (amount === undefined || total === undefined || fee === undefined || received === undefined) return undefined
  const arriving = side === 'BUY' ? traded.decimals : quote.decimals
  return {
    side,
    coin,
    unit,
    amount: formatDecimal(amount, traded.decimals),
    unitPrice: formatDecimal(unitPrice, PRICE_DECIMALS),
    total: formatDecimal(total, quote.decimals),
    fee: formatDecimal(fee, arriving),
    received: formatDecimal(received, arriving),
  }
}
