import { useEffect, useReducer } from 'react'
import * as z from 'zod/mini'
import type { Session } from '#client/entities/session/session.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import { FORM_KINDS } from './order.commands.ts'
import { EMPTY_FORM, type OrderForm, reduceOrderForm } from './order-form.logic.ts'
import { DISTANCE_UNITS } from './order-prices.ts'

/** The choices of a form that a reload keeps. */
const Draft = z.object({
  side: z.enum(['BUY', 'SELL']),
  kind: z.enum(FORM_KINDS),
  price: z.string(),
  stopPrice: z.string(),
  stopUnitPrice: z.string(),
  distance: z.string(),
  gap: z.string(),
  distanceIn: z.enum(DISTANCE_UNITS),
  amount: z.string(),
  total: z.optional(z.string()),
  pick: z.optional(z.number()),
  timeInForce: z.enum(TIMES_IN_FORCE),
  postOnly: z.boolean(),
  selfTradePrevention: z.enum(SELF_TRADE_PREVENTIONS),
  expiry: z.string(),
})

/** A user's draft ends with the session. A visitor's does not end with the login: the form is there for the user who comes back from it. */
const draftsOf = (market: string) => ({
  own: tabValue(`order:${market}`, Draft, { wipedAtLogout: true }),
  visitors: tabValue(`visitor-order:${market}`, Draft, { wipedAtLogout: false }),
})

/** The form of a market, with what was typed into it before. */
export function useOrderDraft(market: string, session: Session | null | undefined) {
  const [form, dispatch] = useReducer(reduceOrderForm, market, (symbol): OrderForm => {
    const { own, visitors } = draftsOf(symbol)
    const draft = own.read() ?? visitors.read()
    return draft ? { ...EMPTY_FORM, ...draft, total: draft.total, pick: draft.pick } : EMPTY_FORM
  })
  useEffect(() => {
    // Nobody's draft until it is known who types.
    if (session === undefined) return
    const { own, visitors } = draftsOf(market)
    const [kept, other] = session === null ? [visitors, own] : [own, visitors]
    other.drop()
    if (form === EMPTY_FORM) kept.drop()
    else kept.keep(form)
  }, [market, form, session])
  useEffect(() => onUserDataWiped(() => dispatch({ type: 'reset' })), [])
  return [form, dispatch] as const
}
