import { averagePrice, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount } from '#domain/units.ts'
import { type Walk, walkBook } from './book-math.ts'
import { DEPTH_ROWS } from './market.queries.ts'
import { type OrderFacts, type OrderForm, type OrderSummary, wantedTotal } from './order-form.logic.ts'

/** The value of the shown levels: the cost of a purchase, or the proceeds of a sale. */
function totalOfLevels({ levels, rules }: Pick<OrderFacts, 'levels' | 'rules'>, side: Side): bigint {
  const direction = side === 'BUY' ? 'up' : 'down'
  return levels.reduce(
    (sum, { unitPrice, volume }) => sum + wholePrice({ quantity: volume, unitPrice, market: rules }, direction),
    0n,
  )
}

/** The total of a market order that goes beyond the shown levels: the server alone knows what it trades behind them. */
export function deepTotalOf(form: OrderForm, facts: Pick<OrderFacts, 'balances' | 'levels' | 'rules'>) {
  if (form.kind !== 'MARKET' || facts.levels.length < DEPTH_ROWS) return undefined
  const total = wantedTotal(form, facts)
  return total !== undefined && total > totalOfLevels(facts, form.side) ? total : undefined
}

/**
 * A market order walked through the shown levels. Where the server fills another amount, because the order goes on behind them or ends before them at
 * the protection band, the average is the server's; it is unknown until then.
 */
export function walkOf(
  { amount: quantity = amount(0n), amountText }: Pick<OrderSummary, 'amount' | 'amountText'>,
  { levels, quote, rules }: Pick<OrderFacts, 'levels' | 'quote' | 'rules'>,
): Walk {
  const walk = walkBook({ quantity, levels })
  if (quote?.amount !== amountText) return walk.filled < quantity ? { ...walk, average: undefined } : walk
  if (quote.fillable === walk.filled) return walk
  const { fillable: executed, wholePrice: executedValue } = quote
  return { ...walk, filled: executed, average: averagePrice({ executed, executedValue }, rules) }
}

/** The part of the wanted total that a market order comes to, where the book does not hold the whole of it. */
export function cutTotalOf(
  form: OrderForm,
  { summary, facts }: { summary: OrderSummary; facts: OrderFacts },
): Amount | undefined {
  const { amount: quantity, total } = summary
  const wanted = wantedTotal(form, facts)
  if (wanted === undefined || total === undefined || !quantity || quantity >= facts.rules.max) return undefined
  // The rest that buys no further step is below the price of one, which in the protection band is less than twice the average.
  return wanted - total > (2n * total * facts.rules.step) / quantity ? total : undefined
}
