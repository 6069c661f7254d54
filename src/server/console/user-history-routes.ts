import {
  addUserNote as addNoteEndpoint,
  getUserDeposits,
  getUserNotes,
  getUserOrders,
  getUserTickets,
  getUserTrades,
} from '#contract/operations-user-history.ts'
import { rejected } from '#contract/rejected.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { sameContentSince } from '../accounts/tickets/sent-before.ts'
import { ticketOnWire } from '../accounts/tickets/ticket-on-wire.ts'
import { type Route, route } from '../http/route.ts'
import { addUserNote, readAccountFacts, readUserNotes } from '../store/accounts/console-users.ts'
import { readTickets } from '../store/accounts/tickets.ts'
import type { Paged } from '../store/page.ts'
import { readDeposits } from '../store/wallets/deposits.ts'
import { listOrders, listTrades } from '../trading/own-lists.ts'
import { depositOnWire } from '../wallets/deposit-toman.ts'
import type { ConsoleServices } from './console-services.ts'
import { readId } from './read-id.ts'
import { type LookCall, recordCustomerLook } from './record-look.ts'
import { maskedFor } from './user-on-wire.ts'

const SIZE = 20

interface Asked extends LookCall {
  readonly params: { readonly id: string }
  readonly caller: Operator
  readonly query: { readonly before?: string | undefined }
}

/** A customer's history, for an operator who answers questions about it: the lists that the customer sees, and notes. */
export function userHistoryRoutes(services: ConsoleServices): Route[] {
  const { accounts, catalogue } = services
  const { database, now } = accounts
  const own = { database, catalogue }
  /** One page of a list of an existing customer, which counts as a look at the customer. */
  const listOf =
    <Page>(
      read: (asked: { userId: number; before: string; size: number }, roles: Operator['roles']) => Promise<Page>,
    ) =>
    async (call: Asked) => {
      const userId = readId(call.params.id)
      if (!(await readAccountFacts(database, userId))) return rejected('USER_NOT_FOUND')
      const tooMany = await recordCustomerLook(services, userId, call)
      return tooMany ?? read({ userId, before: call.query.before ?? '', size: SIZE }, call.caller.roles)
    }
  return [
    route(
      getUserDeposits,
      listOf(async (asked, roles) =>
        onWire(await readDeposits(database, asked), (row) => ({
          ...depositOnWire(row),
          bankAccount: row.cardMasked && maskedFor(roles, row.cardMasked),
          fault: row.fault ?? null,
        })),
      ),
    ),
    route(
      getUserOrders,
      listOf(({ userId, ...asked }) => listOrders(own, userId, { ...asked, place: undefined })),
    ),
    route(
      getUserTrades,
      listOf(({ userId, ...asked }) => listTrades(own, userId, { ...asked, place: undefined })),
    ),
    route(
      getUserTickets,
      listOf(async (asked) => onWire(await readTickets(database, asked), ticketOnWire)),
    ),
    route(
      getUserNotes,
      listOf(async (asked) =>
        onWire(await readUserNotes(database, asked), ({ id, at, ...note }) => ({
          ...note,
          id: String(id),
          at: at.toISOString(),
        })),
      ),
    ),
    route(addNoteEndpoint, async ({ params, body, caller: { operatorId } }) => {
      const at = now()
      const note = { userId: readId(params.id), operatorId, text: body.text, at, sameSince: sameContentSince(at) }
      const id = await database.transaction((tx) => addUserNote(tx, note))
      return id === undefined ? rejected('USER_NOT_FOUND') : { baseDTO: { id: String(id) } }
    }),
  ]
}

const onWire = <Row, Shown>({ rows, ...more }: Paged<Row>, show: (row: Row) => Shown) => ({
  content: rows.map(show),
  ...more,
})
