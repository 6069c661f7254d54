import { chakra } from '@chakra-ui/react'
import { useSupportSentences } from './support-sentences.ts'
import type { Ticket } from './tickets.queries.ts'

const COLOURS = { OPENED: 'info', PENDING: 'info', CUSTOMER_ANSWERED: 'gold', ADMIN_ANSWERED: 'buy' } as const

/** The status of a ticket as coloured text. */
export function TicketStatus({ ticket }: { ticket: Pick<Ticket, 'status' | 'closed'> }) {
  const { statusOf } = useSupportSentences()
  return (
    <chakra.span color={ticket.closed ? 'fg.muted' : COLOURS[ticket.status]} fontWeight="semibold">
      {statusOf(ticket)}
    </chakra.span>
  )
}
