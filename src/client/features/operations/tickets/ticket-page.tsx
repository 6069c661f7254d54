import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGES_FIRST, MessageList, OlderMessages } from '#client/entities/ticket/message-list.tsx'
import { TicketFile } from '#client/entities/ticket/ticket-file.tsx'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { answerTicket, getTicketFile } from '#contract/operations-tickets.ts'
import { Allowed, useMay } from '../allowed.tsx'
import { Digits } from '../names.tsx'
import { AnswerForm } from './answer-form.tsx'
import { CustomerFacts, TicketFacts } from './ticket-facts.tsx'
import { type WorkedMessage, workedTicketQuery } from './tickets.queries.ts'

/** A ticket: the conversation, with the customer and the subject next to it. */
export function TicketPage({ id }: { id: string }) {
  const { t } = useTranslation('tickets')
  const [size, setSize] = useState(MESSAGES_FIRST)
  const query = useQuery(workedTicketQuery({ id, size }))
  const { data: ticket, error } = query
  const back = <TextLink to="/operations/tickets">{t('back')}</TextLink>
  if (!ticket && error && (isRefusal(error, 'TICKET_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST')))
    return <EmptyState heading title={error.message} action={back} />
  if (!ticket) return <QueryPlaceholder query={query} rows={8} />
  return (
    <>
      <PageHeading
        title={ticket.subject}
        text={
          <>
            {t('column.number')} <Digits text={id} />
          </>
        }
        aside={back}
      />
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <Card>
            <OlderMessages
              hasMore={ticket.hasMore}
              size={size}
              busy={query.isPlaceholderData}
              label={t('older')}
              onSize={setSize}
            />
            <Conversation ticketId={id} messages={ticket.messages} />
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

/** The conversation, with the operators' notes between the messages. */
export function Conversation({ ticketId, messages }: { ticketId: string; messages: readonly WorkedMessage[] }) {
  const { t } = useTranslation('tickets')
  const mayDownload = useMay()(getTicketFile)
  const writerOf = ({ internal, customer, operatorName }: WorkedMessage) => {
    if (customer) return t('customer')
    return internal ? t('note', { name: operatorName ?? '' }) : t('you', { name: operatorName ?? '' })
  }
  return (
    <MessageList
      label={t('log')}
      messages={messages}
      writerOf={writerOf}
      fileOf={({ fileBytes }, file) => (
        <TicketFile
          file={file}
          fileBytes={fileBytes}
          download={
            mayDownload ? () => callApi(getTicketFile, { params: { id: ticketId, fileName: file } }) : undefined
          }
          savedAs={`ticket-${ticketId}-${file}`}
        />
      )}
    />
  )
}
