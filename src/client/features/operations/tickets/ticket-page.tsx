import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { answerTicket } from '#contract/operations-tickets.ts'
import { Allowed } from '../allowed.tsx'
import { AnswerForm } from './answer-form.tsx'
import { CustomerFacts, TicketFacts } from './ticket-facts.tsx'
import { workedTicketQuery } from './tickets.queries.ts'
import { WorkedMessages } from './worked-messages.tsx'

const MESSAGES = { first: 50, more: 100, max: 1_000 }

/** A ticket: the conversation, with the customer and the subject next to it. */
export function TicketPage({ id }: { id: string }) {
  const { t } = useTranslation('tickets')
  const [size, setSize] = useState(MESSAGES.first)
  const query = useQuery(workedTicketQuery({ id, size }))
  const { data: ticket, error } = query
  const back = <TextLink to="/operations/tickets">{t('back')}</TextLink>
  if (!ticket && error && (isRefusal(error, 'TICKET_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST')))
    return <EmptyState heading title={error.message} action={back} />
  if (!ticket) return <QueryPlaceholder query={query} rows={8} />
  return (
    <>
      <PageHeading title={ticket.subject} aside={back} />
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <Card>
            {ticket.hasMore && size < MESSAGES.max && (
              <chakra.div display="grid" justifyItems="center" paddingBottom="4">
                <Button
                  variant="quiet"
                  loading={query.isPlaceholderData}
                  onClick={() => setSize(Math.min(size + MESSAGES.more, MESSAGES.max))}
                >
                  {t('older')}
                </Button>
              </chakra.div>
            )}
            <WorkedMessages ticketId={id} messages={ticket.messages} />
          </Card>
          <Allowed to={answerTicket}>
            <Card>
              <AnswerForm ticketId={id} closed={ticket.closed} />
            </Card>
          </Allowed>
        </chakra.div>
        <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <TicketFacts ticket={ticket} />
          <CustomerFacts ticket={ticket} />
        </chakra.div>
      </chakra.div>
    </>
  )
}

const route = getRouteApi('/operations/tickets/$ticketId')

export function TicketRoute() {
  const { ticketId } = route.useParams()
  return <TicketPage key={ticketId} id={ticketId} />
}
