import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TicketFile } from '#client/entities/ticket/ticket-file.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { downloadFile } from '#contract/tickets.ts'
import type { TicketMessage } from './tickets.queries.ts'

const Bubble = chakra('li', {
  base: {
    display: 'grid',
    gap: '1.5',
    width: 'fit-content',
    minWidth: 'min(12rem, 100%)',
    maxWidth: 'min(36rem, 92%)',
    padding: '3',
    borderRadius: 'lg',
    borderWidth: '1px',
  },
  variants: {
    from: {
      you: { justifySelf: 'start', bg: 'sunken', borderColor: 'line', borderStartStartRadius: 'sm' },
      support: { justifySelf: 'end', bg: 'gold.subtle', borderColor: 'gold.line', borderStartEndRadius: 'sm' },
    },
  },
})

/** The conversation, oldest message first. Screen readers announce new messages; nothing scrolls by itself. */
export function MessageList({ messages }: { messages: readonly TicketMessage[] }) {
  const { t } = useTranslation('support')
  return (
    <div role="log" aria-label={t('talk.log')}>
      <chakra.ol display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        {messages.map(({ id, text, file, fileBytes, customer, createdAtDateTime }) => (
          <Bubble key={id} from={customer ? 'you' : 'support'}>
            <chakra.p display="flex" flexWrap="wrap" gap="2" fontSize="xs" color="fg.muted">
              <chakra.span fontWeight="semibold" color="fg">
                {customer ? t('talk.you') : t('talk.support')}
              </chakra.span>
              <DateText at={createdAtDateTime} />
            </chakra.p>
            {text !== null && (
              <chakra.p dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" lineHeight="normal">
                {text}
              </chakra.p>
            )}
            {file !== null && !file.endsWith('.pdf') && <TicketPhoto file={file} />}
            {file !== null && (
              <TicketFile
                file={file}
                fileBytes={fileBytes}
                download={() => callApi(downloadFile, { query: { fileName: file } })}
                savedAs={`kimia-${file}`}
              />
            )}
          </Bubble>
        ))}
      </chakra.ol>
    </div>
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
