import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import * as contract from '#contract/tickets.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { checkTicketText, type TicketType, ticketTextOf } from '#domain/ticket.ts'
import { Download, type Route, route } from '../../http/route.ts'
import { insertTicketMessage, readTicketMessages } from '../../store/accounts/ticket-messages.ts'
import {
  findSentTicket,
  findTicket,
  findTicketAbout,
  insertTicket,
  lockTicketsOf,
  readTickets,
  type TicketAbout,
} from '../../store/accounts/tickets.ts'
import type { Queryable } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countAgainst } from '../limits.ts'
import { answeredBefore, contentHashOf, sameContentSince } from './sent-before.ts'
import { fileLimitOf, keepTicketFile, readTicketFile } from './ticket-file.ts'
import { messageOnWire, ticketOnWire } from './ticket-on-wire.ts'
import { checkText, writeMessage } from './write-message.ts'

const MESSAGES = 50

/** A customer's own tickets. */
export function ticketRoutes(accounts: Accounts): Route[] {
  const { database } = accounts
  return [
    route(contract.getTickets, async ({ caller, query }) => {
      const refusal = rejectPage(query)
      if (refusal) return refusal
      const { rows, totalPages = 0 } = await readTickets(database, { userId: caller.userId, ...query })
      return { content: rows.map(ticketOnWire), totalPages }
    }),
    route(contract.openTicket, async ({ caller, body, files }) => {
      const { aboutKind, aboutId, clientKey, ...typed } = body
      if ((aboutKind === undefined) !== (aboutId === undefined)) return rejected('BAD_REQUEST', { field: 'aboutId' })
      const about = aboutKind === undefined || aboutId === undefined ? undefined : { kind: aboutKind, id: aboutId }
      const id = await openTicket(accounts, {
        userId: caller.userId,
        ...typed,
        about,
        file: files.file?.bytes,
        clientKey,
      })
      return id instanceof Rejected ? id : { baseDTO: { id: String(id) } }
    }),
    route(contract.getTicketMessages, async ({ caller, params, query }) => {
      const ticket = await findTicket(database, { id: params.id, userId: caller.userId })
      if (!ticket) return rejected('TICKET_NOT_FOUND')
      const { rows, hasMore } = await readTicketMessages(database, {
        ticketId: ticket.id,
        size: query.size ?? MESSAGES,
      })
      return { ticketDTO: ticketOnWire(ticket), pageDTO: { content: rows.map(messageOnWire), hasMore } }
    }),
    route(contract.writeTicketMessage, async ({ caller, params, body, files }) => {
      const written = await writeMessage(accounts, {
        ticketId: params.id,
        writer: { act: 'CUSTOMER_WRITES', userId: caller.userId },
        text: body.text ?? '',
        file: files.file?.bytes,
        clientKey: body.clientKey,
      })
      return written instanceof Rejected ? written : { baseDTO: messageOnWire(written) }
    }),
    route(contract.downloadFile, async ({ caller, query }) => {
      const file = await readTicketFile(accounts, { name: query.fileName, userId: caller.userId })
      return file instanceof Rejected ? file : new Download(file)
    }),
  ]
}

interface TicketRequest {
  readonly userId: number
  readonly subject: string
  readonly type: TicketType
  readonly text: string
  readonly about: TicketAbout | undefined
  readonly file: Uint8Array | undefined
  readonly clientKey: string | undefined
}

/** Tickets that wait for an answer of ours. */
const WAITING_MAX = 10
const PER_HOUR_MAX = 10

/**
 * Opens a ticket with its first message. @returns its id; for a repeat, the id of the first. Refuses TICKET_SUBJECT_REQUIRED,
 * TICKET_SUBJECT_TOO_LONG, TICKET_TEXT_REQUIRED, TICKET_TEXT_TOO_LONG, IDEMPOTENCY_KEY_REUSED, TICKET_ABOUT_NOT_FOUND, TICKETS_TOO_MANY,
 * TOO_MANY_REQUESTS, and the refusals of `keepTicketFile`.
 */
async function openTicket(
  accounts: Pick<Accounts, 'database' | 'now' | 'files' | 'sealer' | 'pictureDecoder'>,
  { userId, type, about, clientKey, file, ...typed }: TicketRequest,
): Promise<number | Rejected> {
  const { database, files, now } = accounts
  const [subject, text] = [ticketTextOf('subject', typed.subject), ticketTextOf('text', typed.text)]
  const refusal = checkSubject(subject) ?? checkText(text)
  if (refusal) return refusal
  const at = now()
  const contentHash = contentHashOf([subject, type, text, about?.kind, about?.id], file)
  const findSent = (queryable: Queryable) =>
    findSentTicket(queryable, { userId, clientKey, contentHash, since: sameContentSince(at) })
  if (file) {
    // Checked before the work of reading the file.
    const before = await findSent(database)
    if (before) return answeredBefore(before)
    const tooMany = await countAgainst(database, { limit: fileLimitOf(userId), at })
    if (tooMany) return tooMany
  }
  const kept = file && (await keepTicketFile(accounts, { writerId: userId, bytes: file }))
  if (kept instanceof Rejected) return kept
  let isNew = false
  const opened = await database.transaction(async (tx) => {
    const waiting = await lockTicketsOf(tx, userId)
    const before = await findSent(tx)
    if (before) return answeredBefore(before)
    if (about && (await findTicketAbout(tx, about))?.userId !== userId)
      return rejected('TICKET_ABOUT_NOT_FOUND', { field: 'aboutId' })
    if (waiting >= WAITING_MAX) return rejected('TICKETS_TOO_MANY')
    const limit = { kind: 'ticket:user', subject: String(userId), max: PER_HOUR_MAX, windowMs: HOUR_MS }
    const tooMany = await countAgainst(tx, { limit, at })
    if (tooMany) return tooMany
    const id = await insertTicket(tx, { userId, subject, type, about, clientKey, contentHash, at })
    const first = { ticketId: id, at, operatorId: undefined, internal: false, text, file: kept }
    await insertTicketMessage(tx, { ...first, clientKey: undefined, contentHash })
    isNew = true
    return id
  })
  if (kept && !isNew) await files.bin([kept.name], at)
  return opened
}

function checkSubject(subject: string): Rejected | undefined {
  const problem = checkTicketText('subject', subject)
  return problem && rejected(`TICKET_SUBJECT_${problem}`, { field: 'subject' })
}
