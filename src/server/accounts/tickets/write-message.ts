import { Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { checkTicketText, ticketTextOf } from '#domain/ticket.ts'
import {
  findSentMessage,
  insertTicketMessage,
  readTicketMessage,
  type SentMessage,
  type TicketMessageRow,
} from '../../store/accounts/ticket-messages.ts'
import { findTicket, lockTicket, saveTicket, type TicketRow } from '../../store/accounts/tickets.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countAgainst } from '../limits.ts'
import { changeTicket } from './change-ticket.ts'
import { answeredBefore, contentHashOf, sameContentSince } from './sent-before.ts'
import { fileLimitOf, type KeptFile, keepTicketFile } from './ticket-file.ts'

/** The writer: the ticket's customer, or an operator to the customer or to the other operators. */
export type TicketWriter =
  | { readonly act: 'CUSTOMER_WRITES'; readonly userId: number }
  | { readonly act: 'OPERATOR_ANSWERS' | 'OPERATOR_NOTES'; readonly operatorId: number }

export interface Writing {
  /** The id on the wire. */
  readonly ticketId: string
  readonly writer: TicketWriter
  readonly text: string
  readonly file: Uint8Array | undefined
  readonly clientKey: string | undefined
  /** Further statements at the end of its transaction. */
  readonly afterwards?: (tx: Transaction, written: { ticket: TicketRow; at: Date }) => Promise<void>
}

const PER_HOUR_MAX = 60

/**
 * Adds a message to a ticket, and changes the ticket according to the writer's action. A repeat gets the first answer and changes nothing.
 * Refuses TICKET_TEXT_REQUIRED, TICKET_TEXT_TOO_LONG, TICKET_NOT_FOUND (also for another's), TICKET_CLOSED, TICKET_OF_ANOTHER,
 * IDEMPOTENCY_KEY_REUSED, TOO_MANY_REQUESTS, and the refusals of `keepTicketFile`.
 */
export async function writeMessage(
  accounts: Pick<Accounts, 'database' | 'now' | 'files' | 'sealer' | 'pictureDecoder'>,
  writing: Writing,
): Promise<TicketMessageRow | Rejected> {
  const { database, files, now } = accounts
  const { ticketId, writer, file } = writing
  const text = ticketTextOf('text', writing.text)
  const refusal = checkText(text, { hasFile: file !== undefined })
  if (refusal) return refusal
  const at = now()
  const own = writer.act === 'CUSTOMER_WRITES' ? { userId: writer.userId } : {}
  const operatorId = writer.act === 'CUSTOMER_WRITES' ? undefined : writer.operatorId
  const ticket = await findTicket(database, { id: ticketId, ...own })
  if (!ticket) return rejected('TICKET_NOT_FOUND')
  const message = {
    ...{
      ticketId: ticket.id,
      at,
      operatorId,
      internal: writer.act === 'OPERATOR_NOTES',
      text: text === '' ? undefined : text,
    },
    ...{ clientKey: writing.clientKey, contentHash: contentHashOf([text], file) },
  }
  const before = (await findBefore(database, message)) ?? (await countMessage(accounts, { writer, file, at }))
  if (before) return before
  const kept = file && (await keepTicketFile(accounts, { writerId: operatorId ?? ticket.userId, bytes: file }))
  if (kept instanceof Rejected) return kept
  const written = await database.transaction(async (tx) => {
    const locked = await lockTicket(tx, { id: ticketId, ...own })
    if (!locked) return rejected('TICKET_NOT_FOUND')
    const doubled = await findBefore(tx, message)
    if (doubled) return doubled
    const change = changeTicket(locked, { act: writer.act, at, operatorId })
    if (change instanceof Rejected) return change
    const row = await insertTicketMessage(tx, { ...message, file: kept })
    await saveTicket(tx, change)
    await writing.afterwards?.(tx, { ticket: locked, at })
    return row
  })
  if (kept && !hasFile(written, kept)) await files.bin([kept.name], at)
  return written
}

const hasFile = (written: TicketMessageRow | Rejected, { name }: KeptFile) =>
  !(written instanceof Rejected) && written.file?.name === name

async function findBefore(
  database: Queryable,
  message: SentMessage & { readonly at: Date },
): Promise<TicketMessageRow | Rejected | undefined> {
  const before = await findSentMessage(database, message, sameContentSince(message.at))
  if (!before) return undefined
  const id = answeredBefore(before)
  return id instanceof Rejected ? id : readTicketMessage(database, id)
}

/** Limits customers; operators answer as many as they can. */
async function countMessage(
  { database }: Pick<Accounts, 'database'>,
  { writer, file, at }: { writer: TicketWriter; file: Uint8Array | undefined; at: Date },
): Promise<Rejected | undefined> {
  if (writer.act !== 'CUSTOMER_WRITES') return undefined
  const limit = {
    ...{ kind: 'ticket-message:user', subject: String(writer.userId), max: PER_HOUR_MAX, windowMs: HOUR_MS },
  }
  const tooMany = await countAgainst(database, { limit, at })
  return tooMany ?? (file && countAgainst(database, { limit: fileLimitOf(writer.userId), at }))
}

/** Refuses TICKET_TEXT_REQUIRED if nothing else was sent, TICKET_TEXT_TOO_LONG. */
export function checkText(text: string, { hasFile = false } = {}): Rejected | undefined {
  const problem = checkTicketText('text', text)
  if (problem === undefined || (problem === 'REQUIRED' && hasFile)) return undefined
  return rejected(`TICKET_TEXT_${problem}`, { field: 'text' })
}
