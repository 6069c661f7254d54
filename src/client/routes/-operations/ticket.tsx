import { getRouteApi } from '@tanstack/react-router'
import { TicketPage } from '#client/features/operations/tickets/ticket-page.tsx'

const route = getRouteApi('/operations/tickets/$ticketId')

export function Ticket() {
  const { ticketId } = route.useParams()
  return <TicketPage key={ticketId} id={ticketId} />
}
