import { Rejected, rejected } from '#contract/rejected.ts'
import type { TicketAct } from '#domain/ticket.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { changeTicket } from '../../accounts/tickets/change-ticket.ts'
import { writeMessage } from '../../accounts/tickets/write-message.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { readColleagues, type TicketMessageRow } from '../../store/accounts/ticket-messages.ts'
import { lockTicket, saveTicket, type TicketRow } from '../../store/accounts/tickets.ts'
import type { Transaction } from '../../store/database.ts'
import type { Acting } from '../act.ts'

type Changing = Pick<Accounts, 'database' | 'now'>
type Details = { readonly [name: string]: string | number }

const record = (
  tx: Transaction,
  acting: Acting,
  event: { at: Date; kind: string; ticket: TicketRow; more?: Details },
) =>
  recordEvent(tx, {
    ...acting,
    at: event.at,
    kind: event.kind,
    userId: event.ticket.userId,
    details: { ticket: event.ticket.id, ...event.more },
  })

interface Act {
  readonly act: TicketAct
  readonly kind: string
  /** The operator who has the ticket afterwards. */
  readonly operatorId: number
  readonly more?: Details
  /** Refuses an action that would change nothing. */
  readonly refuse?: (ticket: TicketRow) => Rejected | undefined
}

function change({ database, now }: Changing, id: string, acting: Acting, act: Act): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, { id })
    if (!ticket) return rejected('TICKET_NOT_FOUND')
    const changed = changeTicket(ticket, { act: act.act, at, operatorId: act.operatorId })
    if (changed instanceof Rejected) return changed
    const refused = act.refuse?.(ticket)
    if (refused) return refused
    await saveTicket(tx, changed)
    await record(tx, acting, { at, kind: act.kind, ticket, ...(act.more ? { more: act.more } : {}) })
    return undefined
  })
}

const isTheirs = (operatorId: number) => (ticket: TicketRow) =>
  ticket.assignedTo === operatorId ? rejected('NOTHING_TO_CHANGE') : undefined

/** Refuses TICKET_NOT_FOUND, TICKET_CLOSED, NOTHING_TO_CHANGE. */
export const takeTicket = (accounts: Changing, id: string, acting: Acting) =>
  change(accounts, id, acting, {
    ...{ act: 'OPERATOR_TAKES', kind: 'TICKET_TAKEN', operatorId: acting.operatorId },
    refuse: isTheirs(acting.operatorId),
  })

/** Refuses OPERATOR_NOT_FOUND, TICKET_NOT_FOUND, TICKET_CLOSED, NOTHING_TO_CHANGE. */
export async function handOverTicket(
  accounts: Changing,
  { id, to }: { id: string; to: string },
  acting: Acting,
): Promise<Rejected | undefined> {
  const colleague = (await readColleagues(accounts.database)).find((each) => String(each.id) === to)
  if (!colleague) return rejected('OPERATOR_NOT_FOUND', { field: 'operatorId' })
  return change(accounts, id, acting, {
    ...{ act: 'OPERATOR_TAKES', kind: 'TICKET_HANDED_OVER', operatorId: colleague.id },
    more: { to: colleague.name },
    refuse: isTheirs(colleague.id),
  })
}

/** Refuses TICKET_NOT_FOUND, TICKET_CLOSED, TICKET_OF_ANOTHER. */
export const closeTicket = (accounts: Changing, { id, reason }: { id: string; reason: string }, acting: Acting) =>
  change(accounts, id, acting, {
    ...{ act: 'OPERATOR_CLOSES', kind: 'TICKET_CLOSED', operatorId: acting.operatorId },
    more: { reason },
  })

interface OperatorMessage {
  readonly id: string
  readonly text: string
  readonly file?: Uint8Array | undefined
  readonly clientKey: string | undefined
}

/** Answers the customer, who is notified. Refuses as `writeMessage` does. */
export const answerTicket = (accounts: Accounts, { id, text, file, clientKey }: OperatorMessage, acting: Acting) =>
  write(accounts, acting, {
    ...{ ticketId: id, text, file, clientKey, act: 'OPERATOR_ANSWERS', kind: 'TICKET_ANSWERED' },
  })

/** Adds a note for the other operators. Refuses as `writeMessage` does. */
export const noteOnTicket = (accounts: Accounts, { id, text, clientKey }: OperatorMessage, acting: Acting) =>
  write(accounts, acting, {
    ...{ ticketId: id, text, file: undefined, clientKey, act: 'OPERATOR_NOTES', kind: 'TICKET_NOTED' },
  })

function write(
  accounts: Accounts,
  acting: Acting,
  {
    act,
    kind,
    ...message
  }: Omit<Parameters<typeof writeMessage>[1], 'writer' | 'afterwards'> & {
    readonly act: 'OPERATOR_ANSWERS' | 'OPERATOR_NOTES'
    readonly kind: string
  },
): Promise<TicketMessageRow | Rejected> {
  return writeMessage(accounts, {
    ...message,
    writer: { act, operatorId: acting.operatorId },
    async afterwards(tx, { ticket, at }) {
      const { userId, subject } = ticket
      const params = { subject, ticketId: String(ticket.id) }
      if (act === 'OPERATOR_ANSWERS')
        await queueNotice(tx, { userId, kind: 'TICKET_ANSWERED', params, topic: `ticket:${ticket.id}`, at })
      await record(tx, acting, { at, kind, ticket })
    },
  })
}
