import { searchUsers as searchUsersEndpoint } from '#contract/operations.ts'
import { getUserDeliveries } from '#contract/operations-deliveries.ts'
import * as history from '#contract/operations-user-history.ts'
import * as contract from '#contract/operations-users.ts'
import { getUserWithdrawals } from '#contract/operations-withdrawals.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import { hasRight } from '#domain/operator-rights.ts'
import { originOf } from '../accounts/actor.ts'
import { revokeIdentity } from '../accounts/identity/decide-identity.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { sameContentSince } from '../accounts/tickets/sent-before.ts'
import { ticketOnWire } from '../accounts/tickets/ticket-on-wire.ts'
import { type Route, route } from '../http/route.ts'
import { addUserNote, readAccountFacts, readUserNotes } from '../store/accounts/console-users.ts'
import { readTickets } from '../store/accounts/tickets.ts'
import type { Paged } from '../store/page.ts'
import { type DepositRow, readDeposits } from '../store/wallets/deposits.ts'
import { readWithdrawals } from '../store/wallets/withdrawals.ts'
import { listOrders, listTrades } from '../trading/own-lists.ts'
import { depositOnWire } from '../wallets/own-deposits.ts'
import { withdrawalOnWire } from '../wallets/own-withdrawals.ts'
import { actOf } from './act.ts'
import { proposeCard, unverifyCard } from './cards.ts'
import { deleteUserDocuments, endUserSessions, freezeUser, proposeUserLevel, unfreezeUser } from './change-user.ts'
import type { ConsoleServices } from './console-services.ts'
import { listDeliveries } from './deliveries/routes.ts'
import { idOfProposed } from './proposals/proposal.ts'
import { readUser } from './read-user.ts'
import { type LookCall, recordCustomerLook, recordLook, subjectOf } from './record-look.ts'
import { searchUsers } from './search-users.ts'
import { maskedFor, userRowOnWire } from './user-on-wire.ts'

/** A search without results counts as this many customers if codes are masked: by its end and the city, a code could be found in some thousand tries. */
const ROWS_OF_MISS = 20

const cardOf = ({ id, card }: { readonly id: string; readonly card: string }) => ({
  userId: readId(id),
  cardId: readId(card),
})

/** The routes of the customers. */
export function userRoutes(services: ConsoleServices): Route[] {
  const { accounts } = services
  return [
    route(searchUsersEndpoint, async (call) => {
      const { search, before, state = 'ALL' } = call.body
      const subject = subjectOf([search, before ?? '', state])
      const isList = search.trim() === ''
      const details = { by: isList ? 'LIST' : 'SEARCH', state }
      const loggedAs = isList ? 'CUSTOMERS_LISTED' : undefined
      const { roles } = call.caller
      const personal = hasRight(roles, 'USERS_READ_PERSONAL')
      const asked = {
        ...{ search, before, state: state === 'ALL' ? undefined : state },
        ...{ personal, at: accounts.now() },
      }
      const { rows, ...more } = await searchUsers(accounts.database, asked)
      const counted = rows.length === 0 && !personal ? ROWS_OF_MISS : rows.length
      const look = { kind: 'CUSTOMERS_SEARCHED', loggedAs, subject, rows: counted, details } as const
      const tooMany = await recordLook(services, look, call)
      if (tooMany) return tooMany
      return { content: rows.map((row) => userRowOnWire(row, roles)), ...more }
    }),
    route(contract.getUser, async (call) => {
      const userId = readId(call.params.id)
      const user = await readUser(services, { userId, roles: call.caller.roles })
      if (user instanceof Rejected) return user
      const tooMany = await recordCustomerLook(services, userId, call)
      return tooMany ?? { baseDTO: user }
    }),
    route(contract.freezeUser, async (call) => {
      const act = { ...actOf(call), roles: call.caller.roles }
      return (await freezeUser(accounts, readId(call.params.id), act)) ?? {}
    }),
    route(contract.unfreezeUser, async (call) => {
      const asked = { userId: readId(call.params.id), check: call.body.check }
      return (await unfreezeUser(accounts, asked, { ...actOf(call), roles: call.caller.roles })) ?? {}
    }),
    route(contract.endUserSessions, async (call) => {
      const { sessionId } = call.body
      const named = sessionId === undefined ? undefined : readId(sessionId)
      const ended = await endUserSessions(accounts, { userId: readId(call.params.id), sessionId: named }, actOf(call))
      return ended ?? {}
    }),
    route(contract.proposeCard, async (call) =>
      idOfProposed(await proposeCard(services, cardOf(call.params), actOf(call))),
    ),
    route(
      contract.unverifyCard,
      async (call) => (await unverifyCard(services, cardOf(call.params), actOf(call))) ?? {},
    ),
    route(contract.revokeIdentity, async (call) => {
      const { operatorId } = call.caller
      const decision = { operatorId, reason: call.body.reason, from: originOf(call) }
      const revoked = await revokeIdentity(accounts, { userId: readId(call.params.id), ...decision })
      return revoked instanceof Rejected ? revoked : {}
    }),
    route(contract.deleteUserDocuments, async (call) => {
      return (await deleteUserDocuments(accounts, readId(call.params.id), actOf(call))) ?? {}
    }),
    route(contract.setUserLevel, async (call) => {
      const { level } = call.body
      return idOfProposed(await proposeUserLevel(services, { userId: readId(call.params.id), level }, actOf(call)))
    }),
  ]
}

const SIZE = 20

interface Asked extends LookCall {
  readonly params: { readonly id: string }
  readonly caller: Operator
  readonly query: { readonly before?: string | undefined }
  readonly language: Language
}

interface PageOfUser {
  readonly userId: number
  readonly before: string
  readonly size: number
}

/** A customer's history, for an operator who answers questions about it: the lists that the customer sees, and notes. */
export function userHistoryRoutes(services: ConsoleServices): Route[] {
  const { accounts, catalogue } = services
  const { database, now } = accounts
  const own = { database, catalogue }
  /** One page of a list of an existing customer, which counts as a look at the customer. */
  const listOf =
    <Page>(read: (asked: PageOfUser, roles: Operator['roles'], call: Asked) => Promise<Page>) =>
    async (call: Asked) => {
      const userId = readId(call.params.id)
      if (!(await readAccountFacts(database, userId))) return rejected('USER_NOT_FOUND')
      const tooMany = await recordCustomerLook(services, userId, call)
      return tooMany ?? read({ userId, before: call.query.before ?? '', size: SIZE }, call.caller.roles, call)
    }
  return [
    route(
      history.getUserDeposits,
      listOf(async (asked, roles) => onWire(await readDeposits(database, asked), (row) => depositFor(roles, row))),
    ),
    route(
      getUserWithdrawals,
      listOf(async (asked, roles) =>
        onWire(await readWithdrawals(database, asked), (row) => {
          const shown = withdrawalOnWire(services, row)
          const destination = maskedFor(roles, shown.destinationWalletAddress)
          return {
            ...shown,
            destinationWalletAddress: destination,
            tag: shown.tag === null ? null : maskedFor(roles, shown.tag),
            bankAccount: shown.bankAccount === null ? null : destination,
          }
        }),
      ),
    ),
    route(
      getUserDeliveries,
      listOf((asked, roles, { caller, language }) => listDeliveries(services, asked, { ...caller, roles, language })),
    ),
    route(
      history.getUserOrders,
      listOf(({ userId, ...asked }) => listOrders(own, userId, { ...asked, place: undefined })),
    ),
    route(
      history.getUserTrades,
      listOf(({ userId, ...asked }) => listTrades(own, userId, { ...asked, place: undefined })),
    ),
    route(
      history.getUserTickets,
      listOf(async (asked) => onWire(await readTickets(database, asked), ticketOnWire)),
    ),
    route(
      history.getUserNotes,
      listOf(async (asked) =>
        onWire(await readUserNotes(database, asked), ({ id, at, ...note }) => ({
          ...note,
          id: String(id),
          at: at.toISOString(),
        })),
      ),
    ),
    route(history.addUserNote, async ({ params, body, caller: { operatorId } }) => {
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

/** A deposit with what its own customer is not told. */
const depositFor = (roles: Operator['roles'], row: DepositRow) => ({
  ...depositOnWire(row),
  bankAccount: row.cardMasked && maskedFor(roles, row.cardMasked),
  fault: row.fault ?? null,
  payBack: row.payBack ?? null,
})
