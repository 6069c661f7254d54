import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import * as contract from '#contract/tickets.ts'
import { Download, type Route, route } from '../../http/route.ts'
import { readTicketMessages } from '../../store/accounts/ticket-messages.ts'
import { findTicket, readTickets } from '../../store/accounts/tickets.ts'
import type { Accounts } from '../accounts.ts'
import { openTicket } from './open-ticket.ts'
import { readTicketFile } from './read-file.ts'
import { messageOnWire, ticketOnWire } from './ticket-on-wire.ts'
import { writeMessage } from './write-message.ts'

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
