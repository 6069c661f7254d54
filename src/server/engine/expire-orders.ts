import type { ExpiredOutcome, ExpireOrders } from './commands.ts'
import { endOrder } from './end-order.ts'
import { collectOverdue } from './expiries.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './ledger.ts'
import type { EngineState } from './state.ts'
import { withdraw } from './withdraw.ts'

/**
 * Withdraws every order whose time has come by `at`: from then on nobody trades with it. It keeps its funds and its status until
 * `expireOrders` ends it. Runs before every command, which mostly has nothing to withdraw.
 */
export function withdrawDue(state: EngineState, at: number): void {
  const { expiries } = state
  const next = expiries.times[expiries.times.length - 1]
  if (next !== undefined && next <= at) withdraw(state, collectOverdue(expiries, at))
}

/** Ends the first of the orders that were withdrawn; what was held for them is free again. */
export function expireOrders(state: EngineState, command: ExpireOrders, journal: Journal): ExpiredOutcome {
  let count = 0
  for (const order of state.expiries.overdue) {
    if (count === command.most) break
    const entry = openEntry(state, journal, { kind: 'expire', cause: order.id, at: command.at })
    endOrder(state, { order, entry, journal }, 'EXPIRED')
    count += 1
  }
  return { kind: 'expired', count }
}
