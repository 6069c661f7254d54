import { toCount } from '#domain/counts.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import { amount } from '#domain/units.ts'
import type { Outcome } from '../engine/commands.ts'
import { readWhole } from '../store/decode-value.ts'

/** One letter per status: every order has an outcome, and every byte of it is stored. */
const LETTERS: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'P',
  IS_OPEN: 'O',
  FINISHED_WITH_TRANSACTION: 'F',
  FINISHED_WITHOUT_TRANSACTION: 'N',
  CANCELLED_BY_USER: 'C',
  CANCELLED_BY_ADMIN: 'A',
  EXPIRED: 'E',
  RAISED_BY_USER: 'R',
  ACCEPTED: 'T',
  DONE: 'D',
  FAILED: 'X',
}

const WHOLE = /^\d+$/

const STATUSES = new Map(ORDER_STATUSES.map((status) => [LETTERS[status], status]))

/** Follows the count of orders that one command cancelled. */
const TOGETHER = 'together'

/**
 * Writes an outcome as the short text that is stored with its key: "5" is the entry of a movement; "7 F 100 2000 3" are the id, status,
 * executed amount, executed value and wage of an order, in base units; "7 O" is an order that has not traded; "12 together" is the number
 * of orders that one command cancelled.
 */
export function encodeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'moved') return `${outcome.seq}`
  if (outcome.kind === 'cancelled') return `${outcome.count} ${TOGETHER}`
  const { orderId, status, executed, executedValue, wage } = outcome
  const begin = `${orderId} ${LETTERS[status]}`
  return executed === 0n ? begin : `${begin} ${executed} ${executedValue} ${wage}`
}

/** The inverse of `encodeOutcome`; `at` is when it was given. @throws Error on text that it did not write */
export function decodeOutcome(text: string, at: number): Outcome {
  const [id, letter, executed = '0', executedValue = '0', wage = '0'] = text.split(' ')
  if (letter === undefined) return { kind: 'moved', seq: toCount(whole(id)) }
  if (letter === TOGETHER) return { kind: 'cancelled', count: toCount(whole(id)) }
  const status = STATUSES.get(letter)
  if (status === undefined) throw new Error(`a stored outcome cannot be read: ${text}`)
  return {
    kind: 'order',
    orderId: toCount(whole(id)),
    status,
    executed: amount(whole(executed)),
    executedValue: amount(whole(executedValue)),
    wage: amount(whole(wage)),
    at,
  }
}

function whole(text: string | undefined): bigint {
  if (text === undefined || !WHOLE.test(text))
    throw new Error(`a stored outcome has no number where one must be: ${text}`)
  return readWhole(text)
}
