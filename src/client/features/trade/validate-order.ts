import { isTotalLow } from '#domain/market.ts'
import type { OrderFacts, OrderForm, OrderSummary } from './order-form.logic.ts'

export interface OrderProblems {
  readonly price?: 'priceRequired' | 'priceOffTick'
  readonly amount?: 'amountRequired' | 'balance' | 'belowMin' | 'aboveMax' | 'belowTotal' | 'offStep'
  readonly form?: 'marketMaker' | 'inactive' | 'noLiquidity' | 'noEstimate'
}

/** All problems of the order, each by its field. An order without problems can be confirmed. */
export function validateOrder(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems {
  const wrongPrice = validatePrice(form, summary)
  const wrong = validateAmount(form, { summary, facts })
  const whole = validateWhole(form, { summary, facts })
  return { ...(wrongPrice && { price: wrongPrice }), ...(wrong && { amount: wrong }), ...(whole && { form: whole }) }
}

/** The problems to show now: an empty field counts only after the button was pressed. */
export function visibleProblems(form: OrderForm, problems: OrderProblems): OrderProblems {
  if (form.attempted) return problems
  const { price: wrongPrice, amount: wrong, form: whole } = problems
  return {
    ...(wrongPrice && wrongPrice !== 'priceRequired' && { price: wrongPrice }),
    ...(wrong && wrong !== 'amountRequired' && { amount: wrong }),
    ...(whole && { form: whole }),
  }
}

function validatePrice(form: OrderForm, { unitPrice }: OrderSummary): OrderProblems['price'] {
  if (form.kind === 'MARKET' || unitPrice !== undefined) return undefined
  return /^[0.]*$/.test(form.price) ? 'priceRequired' : 'priceOffTick'
}

function validateAmount(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['amount'] {
  const { rules, balances, supervisor } = facts
  const quantity = summary.amount
  if (/^[0.]*$/.test(summary.amountText)) return 'amountRequired'
  if (quantity === undefined || quantity % rules.step !== 0n) return 'offStep'
  const spent = form.side === 'SELL' ? quantity : summary.total
  const available = form.side === 'SELL' ? balances?.base : balances?.quote
  if (!supervisor && spent !== undefined && available !== undefined && spent > available) return 'balance'
  if (quantity < rules.min) return 'belowMin'
  if (quantity > rules.max) return 'aboveMax'
  const isLow = isTotalLow({ unitPrice: summary.unitPrice, amount: quantity }, { ...rules })
  return isLow ? 'belowTotal' : undefined
}

function validateWhole(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderProblems['form'] {
  if (!facts.rules.active) return 'inactive'
  if (form.kind === 'LIMIT') return undefined
  if (facts.supervisor) return 'marketMaker'
  if (facts.quoteFailed) return 'noEstimate'
  const quote = facts.quote?.amount === summary.amountText ? facts.quote : undefined
  return quote && quote.fillable === 0n ? 'noLiquidity' : undefined
}
