import type { ExpiredOutcome, ExpireOrders } from './commands.ts'
import { endOrder } from './end-order.ts'
import { dueOrders } from './expiries.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './ledger.ts'
import type { EngineState } from './state.ts'

/** Ends the orders whose time has come; what was held for them is free again. */
export function expireOrders(state: EngineState, command: ExpireOrders, journal: Journal): ExpiredOutcome {
  const due = dueOrders(state.expiries, command)
  for (const order of due) {
    const entry = openEntry(state, journal, { kind: 'expire', cause: order.id, at: command.at })
    endOrder(state, { order, entry, journal }, 'EXPIRED')
  }
  return { kind: 'expired', count: due.length }
}
