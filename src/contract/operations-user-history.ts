import * as z from 'zod/mini'
import { Deposit } from './deposits.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor } from './operations.ts'
import { Order, Trade } from './orders.ts'
import { Ticket } from './tickets.ts'
import { Words } from './typed-text.ts'
import { Id, Instant, replyWith, replyWithRows } from './values.ts'

/** Lists of one customer, newest first. */
const ofUser = {
  ...operatorRead,
  right: 'USERS_READ',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ before: Cursor }),
  errors: ['USER_NOT_FOUND'],
} as const

/** Why a person must look into a deposit: somebody may have paid. */
export const DEPOSIT_FAULTS = ['AMOUNT_DIFFERS', 'UNKNOWN_AUTHORITY', 'ACCOUNT_REFUSED', 'CARD_DIFFERS'] as const

/** The way of another's money back: ordered, done, or refused by the gateway, so that a person must do it. */
export const PAY_BACKS = ['DUE', 'DONE', 'REFUSED'] as const

export const getUserDeposits = defineEndpoint({
  ...ofUser,
  path: '/operations/users/:id/deposits',
  summary: "A customer's deposits, newest first",
  response: replyWithRows(
    z.extend(Deposit, { fault: z.nullable(z.enum(DEPOSIT_FAULTS)), payBack: z.nullable(z.enum(PAY_BACKS)) }),
  ),
})

export const getUserOrders = defineEndpoint({
  ...ofUser,
  path: '/operations/users/:id/order-history',
  summary: "A customer's orders of every status, newest first",
  response: replyWithRows(Order),
})

export const getUserTrades = defineEndpoint({
  ...ofUser,
  path: '/operations/users/:id/trades',
  summary: "A customer's own side of the trades on the book and quick trades, newest first",
  response: replyWithRows(Trade),
})

export const getUserTickets = defineEndpoint({
  ...ofUser,
  path: '/operations/users/:id/tickets',
  right: 'TICKETS_READ',
  summary: "A customer's tickets, newest first",
  response: replyWithRows(Ticket),
})

export const NOTE_LENGTH_MAX = 2_000

export const UserNote = z.object({
  id: Id,
  text: z.string(),
  /** The operator who wrote it. */
  by: z.string(),
  at: Instant,
})

export const getUserNotes = defineEndpoint({
  ...ofUser,
  path: '/operations/users/:id/notes',
  summary: 'What operators have noted about a customer, newest first; no customer sees it',
  response: replyWithRows(UserNote),
})

export const addUserNote = defineEndpoint({
  method: 'POST',
  path: '/operations/users/:id/notes',
  right: 'USERS_NOTE',
  summary: 'Adds a note about a customer for other operators. The same note sent again within half a minute is one',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ text: Words(3, NOTE_LENGTH_MAX) }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['USER_NOT_FOUND'],
})
