import * as z from 'zod/mini'
import { Deposit } from './deposits.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Order } from './orders.ts'
import { ClientKey, replyWith } from './values.ts'
import { Withdrawal } from './withdrawals.ts'

/** The outcome of a money command, found by its idempotency key. */
export const KeyOutcome = z.discriminatedUnion('kind', [
  /** An order was placed, quick-traded or cancelled under this key; sent in its present state. */
  z.object({ kind: z.literal('ORDER'), order: Order }),
  /** The number of orders cancelled together. */
  z.object({ kind: z.literal('ORDERS_CANCELLED'), cancelled: z.int() }),
  /** A card payment was begun; `redirectSite` is null until the gateway has named it. */
  z.object({ kind: z.literal('DEPOSIT'), deposit: Deposit, redirectSite: z.nullable(z.string()) }),
  z.object({ kind: z.literal('WITHDRAWAL'), withdrawal: Withdrawal }),
  /** Money was moved, held or released. */
  z.object({ kind: z.literal('FUNDS_MOVED') }),
  /** Nothing was committed under this key within the last day. */
  z.object({ kind: z.literal('NONE') }),
])

export const getOutcome = defineEndpoint({
  ...ownRead,
  keys: 'read',
  path: '/outcomes/:key',
  summary:
    "What became of the caller's command with this idempotency key, for a day after it: to be asked where no answer came. Answered behind everything that reached the exchange before: NONE means that none of it was carried out, or that cancelling all orders is not through them yet. A command whose answer did not come may still be on its way for twelve seconds after it was sent: until then NONE is not final",
  params: z.strictObject({ key: ClientKey }),
  response: replyWith({ baseDTO: KeyOutcome }),
})
