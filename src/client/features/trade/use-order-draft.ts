import { useCallback, useEffect, useReducer, useRef } from 'react'
import * as z from 'zod/mini'
import type { Session } from '#client/entities/session/session.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import { FORM_KINDS } from './order.commands.ts'
import { EMPTY_FORM, isSuggested, type OrderForm, reduceOrderForm } from './order-form.logic.ts'
import { DISTANCE_UNITS, NO_PRICE } from './order-prices.ts'

/** The choices of a form that a reload keeps. */
const Draft = z.object({
  side: z.enum(['BUY', 'SELL']),
  kind: z.enum(FORM_KINDS),
  /** Absent: none was typed. */
  price: z.optional(z.string()),
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
    if (!draft) return EMPTY_FORM
    const { price, total, pick } = draft
    return { ...EMPTY_FORM, ...draft, total, pick, ...(price === undefined ? NO_PRICE : { price, priceFrom: 'user' }) }
  })
  const save = useCallback(() => {
    // Nobody's draft until it is known who types.
    if (session === undefined) return
    const { own, visitors } = draftsOf(market)
    const [kept, other] = session === null ? [visitors, own] : [own, visitors]
    other.drop()
    const typed = isSuggested(form) ? { ...form, ...NO_PRICE } : form
    if (isEmpty(typed)) kept.drop()
    else kept.keep({ ...typed, price: typed.priceFrom === 'nobody' ? undefined : typed.price })
  }, [market, form, session])
  useLateSave(save)
  useEffect(() => onUserDataWiped(() => dispatch({ type: 'reset' })), [])
  return [form, dispatch] as const
}

const isEmpty = (form: OrderForm) => JSON.stringify(form) === JSON.stringify(EMPTY_FORM)

const SAVE_AFTER_MS = 500

/**
 * Calls the newest `save` once it has stayed the same for half a second, or when the page is hidden or left: a write to the disk for each key would
 * delay the key. A logout drops a save that is due. `save` changes with its data, and only then.
 */
function useLateSave(save: () => void): void {
  const due = useRef<() => void>(undefined)
  const saveNow = useCallback(() => {
    const write = due.current
    due.current = undefined
    write?.()
  }, [])
  useEffect(() => {
    due.current = save
    const timer = setTimeout(saveNow, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [save, saveNow])
  useEffect(() => {
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveNow)
    const stop = onUserDataWiped(() => {
      due.current = undefined
    })
    return () => {
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveNow)
      stop()
      saveNow()
    }
  }, [saveNow])
}
