import { useQuery } from '@tanstack/react-query'
import { decodeAmount } from '#client/lib/decode.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { floorToPrecision } from '#domain/market.ts'
import { orderQuoteQuery, orderTotalQuery } from './market.queries.ts'
import { deepTotalOf } from './market-walk.ts'
import { type OrderFacts, type OrderForm, summarizeOrder } from './order-form.logic.ts'

/** The estimate of a market order is requested once typing has paused this long. */
const QUOTE_AFTER_MS = 500

type Known = Omit<OrderFacts, 'deepTotal' | 'quote' | 'quoteFailed'>
type Estimate = Pick<OrderFacts, 'deepTotal' | 'quote' | 'quoteFailed'> & { readonly estimating: boolean }
const NO_ESTIMATE: Estimate = { deepTotal: undefined, quote: undefined, estimating: false, quoteFailed: false }

/** The server's estimate of a market order: of its amount, and before that of the amount of a total beyond the shown levels. */
export function useEstimate(form: OrderForm, known: Known): Estimate {
  const { rules } = known
  const { deepTotal, isMissing, isFailed } = useDeepTotal(form, known)
  const { amountText } = summarizeOrder(form, { ...known, deepTotal, quote: undefined, quoteFailed: false })
  const amount = useDebounced(amountText, QUOTE_AFTER_MS)
  const isAmount = (parseDecimal(amountText, rules.base.precision) ?? 0n) > 0n
  const wanted = form.kind === 'MARKET' && !isMissing && isAmount
  const { data, isError } = useQuery({
    ...orderQuoteQuery({ market: rules.symbol, side: form.side, amount }),
    enabled: wanted && amount === amountText,
  })
  // Nothing is estimated for the amount of the shown levels alone, which is less than that of the total.
  if (isMissing) return { ...NO_ESTIMATE, estimating: !isFailed, quoteFailed: isFailed }
  if (!wanted) return NO_ESTIMATE
  if (!data || amount !== amountText) return { ...NO_ESTIMATE, deepTotal, estimating: !isError, quoteFailed: isError }
  const quote = {
    amount,
    wholePrice: decodeAmount(data.wholePrice, rules.quote),
    fillable: decodeAmount(data.fillable, rules.base),
  }
  return { deepTotal, quote, estimating: false, quoteFailed: false }
}

/** The amount of a market order for a total that the shown levels do not hold. */
function useDeepTotal(form: OrderForm, known: Known) {
  const { base, quote, symbol } = known.rules
  const total = deepTotalOf(form, known)
  const wanted = total === undefined ? '' : formatDecimal(floorToPrecision(total, quote), quote.decimals)
  const asked = useDebounced(wanted, QUOTE_AFTER_MS)
  const enabled = wanted !== '' && asked === wanted
  const { data, isError } = useQuery({ ...orderTotalQuery({ market: symbol, side: form.side, total: asked }), enabled })
  const deepTotal =
    enabled && total !== undefined && data !== undefined ? { total, quantity: decodeAmount(data, base) } : undefined
  return { deepTotal, isMissing: total !== undefined && !deepTotal, isFailed: isError && enabled }
}
