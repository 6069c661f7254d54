import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { getTicketFile } from '#contract/operations-tickets.ts'
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

/** The conversation with the notes of the operators between it. */
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
            {message.file !== null && <FileButton ticketId={ticketId} file={message.file} />}
          </Bubble>
        ))}
      </chakra.ol>
    </div>
  )
}

function FileButton({ ticketId, file }: { ticketId: string; file: string }) {
  const { t } = useTranslation('tickets')
  const sentenceOf = useSentenceOf()
  const save = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async () => {
      const blob = await callApi(getTicketFile, { params: { id: ticketId, fileName: file } })
      if (!(blob instanceof Blob)) throw new TypeError('the file came as something else')
      saveBlob(blob, `ticket-${ticketId}-${file}`)
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<Download size={18} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('download')}
    </Button>
  )
}
