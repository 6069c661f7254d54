import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { TicketFile } from '#client/entities/ticket/ticket-file.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { getTicketFile } from '#contract/operations-tickets.ts'
import { useMay } from '../allowed.tsx'
import type { WorkedMessage } from './tickets.queries.ts'

const Bubble = chakra('li', {
  base: {
    display: 'grid',
    gap: '1.5',
    width: 'fit-content',
    minWidth: 'min(12rem, 100%)',
    maxWidth: '92%',
    padding: '3',
    borderRadius: 'lg',
    borderWidth: '1px',
  },
  variants: {
    from: {
      customer: { justifySelf: 'start', bg: 'sunken', borderColor: 'line' },
      support: { justifySelf: 'end', bg: 'gold.subtle', borderColor: 'gold.line' },
      note: { justifySelf: 'end', bg: 'info.subtle', borderColor: 'line.strong', borderStyle: 'dashed' },
    },
  },
})

const fromOf = ({ internal, customer }: WorkedMessage) => (internal ? 'note' : customer ? 'customer' : 'support')

/** The conversation, with the operators' notes between the messages. */
export function WorkedMessages({ ticketId, messages }: { ticketId: string; messages: readonly WorkedMessage[] }) {
  const { t } = useTranslation('tickets')
  const writerOf = ({ internal, customer, operatorName }: WorkedMessage) => {
    if (customer) return t('customer')
    return internal ? t('note', { name: operatorName ?? '' }) : t('you', { name: operatorName ?? '' })
  }
  return (
    <div role="log" aria-label={t('log')}>
      <chakra.ol display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        {messages.map((message) => (
          <Bubble key={message.id} from={fromOf(message)}>
            <chakra.p display="flex" flexWrap="wrap" gap="2" fontSize="xs" color="fg.muted">
              <chakra.bdi fontWeight="semibold" color="fg">
                {writerOf(message)}
              </chakra.bdi>
              <DateText at={message.createdAtDateTime} />
            </chakra.p>
            {message.text !== null && (
              <chakra.p dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {message.text}
              </chakra.p>
            )}
            {message.file !== null && <FileOf ticketId={ticketId} file={message.file} fileBytes={message.fileBytes} />}
          </Bubble>
        ))}
      </chakra.ol>
    </div>
  )
}

function FileOf({ ticketId, file, fileBytes }: { ticketId: string; file: string; fileBytes: number | null }) {
  const mayDownload = useMay()(getTicketFile)
  const params = { id: ticketId, fileName: file }
  return (
    <TicketFile
      file={file}
      fileBytes={fileBytes}
      download={mayDownload ? () => callApi(getTicketFile, { params }) : undefined}
      savedAs={`ticket-${ticketId}-${file}`}
    />
  )
}
