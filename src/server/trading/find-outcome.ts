import type * as z from 'zod/mini'
import type { Deposit } from '#contract/deposits.ts'
import type { KeyOutcome } from '#contract/outcomes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { readOrder } from '../store/trading/read-orders.ts'
import { orderOnWire } from './order-on-wire.ts'
import { marketOf } from './trading.ts'

type OutcomeOnWire = z.input<typeof KeyOutcome>

export interface Outcomes {
  readonly database: Queryable
  readonly exchange: Pick<Exchange, 'findOutcome'>
  readonly catalogue: Catalogue
  /** Finds the card payment that was begun under a key. */
  readonly findDeposit: (whose: {
    userId: number
    key: string
  }) => Promise<{ deposit: z.input<typeof Deposit>; redirectSite: string | null } | undefined>
}

/** Finds the outcome of a user's key. An order is read again, since it may have traded or ended after its answer was stored. */
export async function findOutcome(
  { database, exchange, catalogue, findDeposit }: Outcomes,
  whose: { userId: number; key: string },
): Promise<OutcomeOnWire> {
  const outcome = await exchange.findOutcome(whose)
  if (outcome?.kind === 'moved') return { kind: 'FUNDS_MOVED' }
  if (outcome?.kind === 'cancelled') return { kind: 'ORDERS_CANCELLED', cancelled: outcome.count }
  if (outcome?.kind === 'order') {
    const row = await readOrder(database, { userId: whose.userId, orderId: outcome.orderId })
    if (!row) throw new Error(`order ${outcome.orderId} has an outcome and no row`)
    return { kind: 'ORDER', order: orderOnWire(row, marketOf(catalogue, row.marketId)) }
  }
  const begun = await findDeposit(whose)
  return begun ? { kind: 'DEPOSIT', ...begun } : { kind: 'NONE' }
}
