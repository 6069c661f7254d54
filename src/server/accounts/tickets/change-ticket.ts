import { type Rejected, rejected } from '#contract/rejected.ts'
import { stateAfter, type TicketAct, waitsForSupport } from '#domain/ticket.ts'
import type { TicketChange, TicketRow } from '../../store/accounts/tickets.ts'

const SEEN_BY_CUSTOMER: readonly TicketAct[] = ['CUSTOMER_WRITES', 'OPERATOR_ANSWERS']
/** An operator takes a colleague's ticket over first, so that two do not answer one customer. */
const OF_ITS_OPERATOR: readonly TicketAct[] = ['OPERATOR_ANSWERS', 'OPERATOR_CLOSES']

/** The ticket after an action. Refuses TICKET_CLOSED, TICKET_OF_ANOTHER. */
export function changeTicket(
  ticket: TicketRow,
  { act, at, operatorId }: { act: TicketAct; at: Date; operatorId: number | undefined },
): TicketChange | Rejected {
  const state = stateAfter(act, ticket.state)
  if (state === undefined) return rejected('TICKET_CLOSED')
  const { assignedTo } = ticket
  if (OF_ITS_OPERATOR.includes(act) && assignedTo !== undefined && assignedTo !== operatorId)
    return rejected('TICKET_OF_ANOTHER')
  const isFirstAnswer = act === 'OPERATOR_ANSWERS' && ticket.firstAnsweredAt === undefined
  return {
    id: ticket.id,
    state,
    waitsSince: waitsForSupport(state) ? (ticket.waitsSince ?? at) : undefined,
    updatedAt: SEEN_BY_CUSTOMER.includes(act) ? at : ticket.updatedAt,
    firstAnsweredAt: isFirstAnswer ? at : ticket.firstAnsweredAt,
    assignedTo: assignedAfter(ticket, { act, operatorId }),
    closedAt: state === 'CLOSED' ? (ticket.closedAt ?? at) : undefined,
  }
}

/** Taking a ticket assigns it; answering an unassigned one does, too. Reopening by the customer unassigns it. */
function assignedAfter(
  { assignedTo, state }: TicketRow,
  { act, operatorId }: { act: TicketAct; operatorId: number | undefined },
): number | undefined {
  if (act === 'OPERATOR_TAKES') return operatorId
  if (act === 'OPERATOR_ANSWERS') return assignedTo ?? operatorId
  return act === 'CUSTOMER_WRITES' && state === 'CLOSED' ? undefined : assignedTo
}
