import type { Order } from '#client/entities/order/orders.queries.ts'
import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'
import type { AmendTerms } from './order.commands.ts'
import { expiryInstant, expiryText } from './order-form.logic.ts'

// The figures of an open order that a change may touch.

export const FIELDS = ['unitPrice', 'stopPrice', 'amount'] as const
export type Field = (typeof FIELDS)[number]
export type Figures = { readonly [name in Field]?: string | undefined }

/**
 * The figures of this order that can be changed, as they are now. A trailing stop that waits moves its own prices, and a stop that was triggered
 * has its trigger behind it.
 */
export function figuresOf({ amount, unitPrice, stopPrice, trailingDistance, orderStatus }: Order): Figures {
  const waits = orderStatus === 'PENDING'
  if (waits && trailingDistance) return { amount }
  return {
    ...(unitPrice === null ? {} : { unitPrice }),
    ...(waits && stopPrice ? { stopPrice } : {}),
    amount,
  }
}

/** The figures that differ from those of now: the server leaves all others as they are. */
export const changesOf = (now: Figures, typed: Figures): Figures =>
  Object.fromEntries(FIELDS.flatMap((field) => (isSame(now[field], typed[field]) ? [] : [[field, typed[field]]])))

const exact = (text = '') => parseDecimal(text, FINEST_DECIMALS)
const isSame = (one: string | undefined, other: string | undefined) => one === other || exact(one) === exact(other)

/** An order keeps its place in the queue where its prices stay and its amount does not rise; its expiry may change. */
export function keepsPlace({ amount: now }: Figures, { amount, unitPrice, stopPrice }: Figures): boolean {
  if (unitPrice !== undefined || stopPrice !== undefined) return false
  const [before, after] = [exact(now), exact(amount ?? now)]
  return before !== undefined && after !== undefined && after <= before
}

/** The expiry of an order as the form has it; empty without one. */
export const expiryOf = ({ expiresAt }: { expiresAt?: string | null | undefined }) =>
  expiresAt ? expiryText(expiresAt) : ''

/** The expiry to send, if it differs from that of now. */
export const expiryChange = (expiry: string, order: Order): Pick<AmendTerms['changes'], 'expiresAt'> =>
  expiry === expiryOf(order) ? {} : { expiresAt: expiry === '' ? null : expiryInstant(expiry) }

/** The reason why an expiry cannot be sent. An expiry that stays is not sent. */
export function expiryProblemOf(expiry: string, order: Order): 'expiryIncomplete' | 'expiryPast' | undefined {
  if (expiry === '' || expiry === expiryOf(order)) return undefined
  const at = expiryInstant(expiry)
  if (at === undefined) return 'expiryIncomplete'
  return Date.parse(at) <= Date.now() ? 'expiryPast' : undefined
}
