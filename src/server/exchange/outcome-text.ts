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
  const [kind, id, status, executed, executedValue, wage, at] = text.split(' ')
  if (kind === 'moved' && id) return { kind, seq: Number(id) }
  if (kind === 'order' && id && isStatus(status) && executed && executedValue && wage && at)
    return {
      kind,
      orderId: Number(id),
      status,
      executed: amount(BigInt(executed)),
      executedValue: amount(BigInt(executedValue)),
      wage: amount(BigInt(wage)),
      at: Number(at),
    }
  throw new Error(`a stored outcome cannot be read: ${text}`)
}

const isStatus = (text: string | undefined): text is OrderStatus => ORDER_STATUSES.some((status) => status === text)
