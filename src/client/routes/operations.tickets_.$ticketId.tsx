import { createFileRoute } from '@tanstack/react-router'
import { TicketRoom } from '#client/features/operations/tickets/ticket-room.tsx'

export const Route = createFileRoute('/operations/tickets_/$ticketId')({ component: Ticket })

function Ticket() {
  const { ticketId } = Route.useParams()
  return <TicketRoom key={ticketId} id={ticketId} />
}
