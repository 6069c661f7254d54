import { dequeueAll } from './book.ts'
import type { ExpiredOutcome, ExpireOrders } from './commands.ts'
import { endOrder } from './end-order.ts'
import { becomeOverdue, takeOverdue } from './expiries.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './ledger.ts'
import { type EngineState, venueOf } from './state.ts'

/**
 * Takes every order whose time has come by `at` off its book, or out of the stops: from then on nobody trades with it. That moves no
 * money and writes nothing, so that half a million of them are withdrawn at once; they keep their funds and their status until
 * `expireOrders` ends them. Runs before every command, which mostly has nothing to withdraw.
 */
export function withdrawDue(state: EngineState, at: number): void {
  const { expiries } = state
  const next = expiries.times[expiries.times.length - 1]
  if (next === undefined || next > at) return
  const due = becomeOverdue(expiries, at)
  dequeueAll(due)
  for (const { status, marketId } of due) if (status === 'IS_OPEN') venueOf(state, marketId).book.sequence += 1
}

/** Ends the first of the orders that were withdrawn; what was held for them is free again. */
export function expireOrders(state: EngineState, command: ExpireOrders, journal: Journal): ExpiredOutcome {
  const due = takeOverdue(state.expiries, command.most)
  for (const order of due) {
    const entry = openEntry(state, journal, { kind: 'expire', cause: order.id, at: command.at })
    endOrder(state, { order, entry, journal }, 'EXPIRED')
  }
  return { kind: 'expired', count: due.length }
}
