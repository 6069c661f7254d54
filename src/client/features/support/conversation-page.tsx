import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useSupportSentences } from './support-sentences.ts'
import { TicketStatus } from './ticket-status.tsx'
import { useJustOpened } from './tickets.commands.ts'
import { conversationQuery, type Ticket } from './tickets.queries.ts'

const MESSAGES = { first: 50, more: 100, max: 1_000 }

/** A ticket: its messages and a form for the next one. */
export function ConversationPage({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const sentenceOf = useSentenceOf()
  const [size, setSize] = useState(MESSAGES.first)
  const query = useQuery(conversationQuery({ id, size }))
  const { end, showEnd } = useEnd()
  const { data, error } = query
  if (!data && error && (isRefusal(error, 'TICKET_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST')))
    return <EmptyState heading title={sentenceOf(error)} action={<BackLink />} />
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <BackLink />
      {!data && (
        <Card>
          <QueryPlaceholder query={query} rows={6} />
        </Card>
      )}
      {data && (
        <>
          <Head ticket={data.ticketDTO} />
          <JustOpened id={id} />
          <Card>
            {data.pageDTO.hasMore && size < MESSAGES.max && (
              <chakra.div display="grid" justifyItems="center" paddingBottom="4">
                <Button
                  variant="quiet"
                  loading={query.isPlaceholderData}
                  onClick={() => setSize(Math.min(size + MESSAGES.more, MESSAGES.max))}
                >
                  {t('talk.older')}
                </Button>
              </chakra.div>
            )}
            <MessageList messages={data.pageDTO.content} />
            <div ref={end} />
          </Card>
          <Card>
            {data.ticketDTO.closed && (
              <chakra.div marginBottom="4">
                <Notice tone="info">{t('talk.closed')}</Notice>
              </chakra.div>
            )}
            <MessageForm key={id} id={id} onSent={showEnd} />
          </Card>
        </>
      )}
    </chakra.div>
  )
}

/** Confirms above the messages that the ticket was sent, where the notice covers no button. */
function JustOpened({ id }: { id: string }) {
  const { t } = useTranslation('support')
  return useJustOpened(id) && <Notice tone="success">{t('open.done')}</Notice>
}

/** Scrolls to the end of the conversation after the user's own message, and never otherwise. */
function useEnd() {
  const end = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(0)
  useEffect(() => {
    if (sent > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [sent])
  return { end, showEnd: () => setSent((before) => before + 1) }
}

function BackLink() {
  const { t } = useTranslation('support')
  return (
    <chakra.div>
      <TextLink to="/profile/support" display="inline-flex" alignItems="center" minHeight="tap" fontSize="sm">
        {t('talk.back')}
      </TextLink>
    </chakra.div>
  )
}

function Head({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const { aboutOf } = useSupportSentences()
  const { subject, type, createdAtDateTime, about } = ticket
  return (
    <div>
      <chakra.h1 fontSize={{ base: 'xl', md: '2xl' }} fontWeight="black" overflowWrap="anywhere">
        <bdi>{subject}</bdi>
      </chakra.h1>
      <chakra.p display="flex" flexWrap="wrap" columnGap="4" rowGap="1" marginTop="1" fontSize="sm" color="fg.muted">
        <TicketStatus ticket={ticket} />
        <span>{t(`type.${type}`)}</span>
        <DateText at={createdAtDateTime} />
        {about && <span>{aboutOf(about)}</span>}
      </chakra.p>
    </div>
  )
}
