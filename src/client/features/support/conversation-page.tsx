import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageForm } from '#client/entities/ticket/message-form.tsx'
import { MESSAGES_FIRST, MessageList, OlderMessages } from '#client/entities/ticket/message-list.tsx'
import { TicketFile } from '#client/entities/ticket/ticket-file.tsx'
import { messageDraft } from '#client/entities/ticket/use-draft.ts'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { Card } from '#client/ui/card.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { downloadFile } from '#contract/tickets.ts'
import { SendRefusal } from './send-refusal.tsx'
import { useSupportSentences } from './support-sentences.ts'
import { TicketStatus } from './ticket-status.tsx'
import { useIsOffline, useJustOpened, useWriteMessage } from './tickets.commands.ts'
import { conversationQuery, type Ticket, type TicketMessage } from './tickets.queries.ts'

/** A ticket: its messages and a form for the next one. */
export function ConversationPage({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const sentenceOf = useSentenceOf()
  const [size, setSize] = useState(MESSAGES_FIRST)
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
            <OlderMessages
              hasMore={data.pageDTO.hasMore}
              size={size}
              busy={query.isPlaceholderData}
              label={t('talk.older')}
              onSize={setSize}
            />
            <Messages messages={data.pageDTO.content} />
            <div ref={end} />
          </Card>
          <Card>
            {data.ticketDTO.closed && (
              <chakra.div marginBottom="4">
                <Notice tone="info">{t('talk.closed')}</Notice>
              </chakra.div>
            )}
            <NextMessage key={id} id={id} onSent={showEnd} />
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

/** The conversation; photos are shown as pictures. */
function Messages({ messages }: { messages: readonly TicketMessage[] }) {
  const { t } = useTranslation('support')
  return (
    <MessageList
      label={t('talk.log')}
      messages={messages}
      writerOf={({ customer }) => (customer ? t('talk.you') : t('talk.support'))}
      fileOf={({ fileBytes }, file) => (
        <>
          {!file.endsWith('.pdf') && <TicketPhoto file={file} />}
          <TicketFile
            file={file}
            fileBytes={fileBytes}
            download={() => callApi(downloadFile, { query: { fileName: file } })}
            savedAs={`kimia-${file}`}
          />
        </>
      )}
    />
  )
}

/** A photo of a message as a picture. If it cannot be loaded, the button that saves it remains. */
function TicketPhoto({ file }: { file: string }) {
  const { t } = useTranslation('support')
  const { data } = useQuery({
    queryKey: [downloadFile.path, file],
    queryFn: ({ signal }) => callApi(downloadFile, { query: { fileName: file } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { offline: downloadFile.offline, access: downloadFile.access },
  })
  const url = useObjectUrl(data)
  if (url === undefined) return null
  return <chakra.img src={url} alt={t('talk.picture')} maxHeight="20rem" maxWidth="full" borderRadius="md" />
}

function useObjectUrl(blob: unknown): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!(blob instanceof Blob)) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** The form for the next message of a ticket. Its draft is stored until it is sent. */
function NextMessage({ id, onSent }: { id: string; onSent: () => void }) {
  const { t } = useTranslation('support')
  const isOffline = useIsOffline()
  const { onSent: refetch, ...sending } = useWriteMessage(id)
  return (
    <MessageForm
      {...sending}
      stored={messageDraft(`ticket-message:${id}`)}
      words={{
        label: t('talk.message'),
        action: t('talk.send'),
        missing: t('missing.message'),
        sent: t('talk.sent'),
      }}
      onSent={async () => {
        await refetch()
        onSent()
      }}
      above={() => isOffline && <Notice tone="warning">{t('offline')}</Notice>}
      refusal={(error) => !isOffline && <SendRefusal error={error} />}
    />
  )
}
