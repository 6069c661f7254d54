import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import { amount } from '#domain/units.ts'
import type { Outcome } from '../engine/commands.ts'

/** An outcome as the short text that is stored beside its key. */
export function encodeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'moved') return `moved ${outcome.seq}`
  const { orderId, status, executed, executedValue, wage, at } = outcome
  return `order ${orderId} ${status} ${executed} ${executedValue} ${wage} ${at}`
}

/** The inverse of `encodeOutcome`. @throws Error on text that it did not write */
export function decodeOutcome(text: string): Outcome {
  const [kind, id, status, ...rest] = text.split(' ')
  if (kind === 'moved' && status === undefined) return { kind, seq: toCount(whole(id)) }
  const [executed, executedValue, wage, at] = rest
  if (kind !== 'order' || !isStatus(status)) throw new Error(`a stored outcome cannot be read: ${text}`)
  return {
    kind,
    orderId: toCount(whole(id)),
    status,
    executed: amount(whole(executed)),
    executedValue: amount(whole(executedValue)),
    wage: amount(whole(wage)),
    at: toCount(whole(at)),
  }
}

function whole(text: string | undefined): bigint {
  const value = parseDecimal(text ?? '', 0)
  if (value === undefined) throw new Error(`a stored outcome has no number where one must be: ${text}`)
  return value
}

const isStatus = (text: string | undefined): text is OrderStatus => ORDER_STATUSES.some((status) => status === text)
