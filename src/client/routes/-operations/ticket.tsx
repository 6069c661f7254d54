import { getRouteApi } from '@tanstack/react-router'
import { TicketRoom } from '#client/features/operations/tickets/ticket-room.tsx'

const route = getRouteApi('/operations/tickets/$ticketId')

export function Ticket() {
  const { ticketId } = route.useParams()
  return <TicketRoom key={ticketId} id={ticketId} />
}
