import type { OrderFacts, OrderForm, OrderSummary } from './order-form.logic.ts'

export interface OrderComplaints {
  readonly price?: 'priceRequired' | 'priceOffTick'
  readonly amount?: 'amountRequired' | 'balance' | 'belowMin' | 'aboveMax' | 'offStep'
  readonly form?: 'marketMaker' | 'inactive' | 'noLiquidity' | 'noEstimate'
}

/** Everything wrong with the order, each beside its field. Empty means that it may be confirmed. */
export function complainOrder(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderComplaints {
  const wrongPrice = complainPrice(form, summary)
  const wrong = complainAmount(form, { summary, facts })
  const whole = complainWhole(form, { summary, facts })
  return { ...(wrongPrice && { price: wrongPrice }), ...(wrong && { amount: wrong }), ...(whole && { form: whole }) }
}

/** The complaints to show now: an empty field is no fault until the button was pressed. */
export function visibleComplaints(form: OrderForm, complaints: OrderComplaints): OrderComplaints {
  if (form.attempted) return complaints
  const { price: wrongPrice, amount: wrong, form: whole } = complaints
  return {
    ...(wrongPrice && wrongPrice !== 'priceRequired' && { price: wrongPrice }),
    ...(wrong && wrong !== 'amountRequired' && { amount: wrong }),
    ...(whole && { form: whole }),
  }
}

function complainPrice(form: OrderForm, { unitPrice }: OrderSummary): OrderComplaints['price'] {
  if (form.kind === 'MARKET' || unitPrice !== undefined) return undefined
  return /^[0.]*$/.test(form.price) ? 'priceRequired' : 'priceOffTick'
}

function complainAmount(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderComplaints['amount'] {
  const { rules, balances, supervisor } = facts
  const quantity = summary.amount
  if (/^[0.]*$/.test(summary.amountText)) return 'amountRequired'
  if (quantity === undefined || quantity % rules.step !== 0n) return 'offStep'
  const spent = form.side === 'SELL' ? quantity : summary.total
  const available = form.side === 'SELL' ? balances?.base : balances?.quote
  if (!supervisor && spent !== undefined && available !== undefined && spent > available) return 'balance'
  if (quantity < rules.min) return 'belowMin'
  return quantity > rules.max ? 'aboveMax' : undefined
}

function complainWhole(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): OrderComplaints['form'] {
  if (!facts.rules.active) return 'inactive'
  if (form.kind === 'LIMIT') return undefined
  if (facts.supervisor) return 'marketMaker'
  if (facts.quoteFailed) return 'noEstimate'
  const quote = facts.quote?.amount === summary.amountText ? facts.quote : undefined
  return quote && quote.fillable === 0n ? 'noLiquidity' : undefined
}
