import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'

interface Message {
  readonly id: string
  readonly text: string | null
  readonly file: string | null
  readonly customer: boolean
  /** A note of an operator, which the customer never sees. */
  readonly internal?: boolean
  readonly createdAtDateTime: string
}

type MessageListProps<Shown extends Message> = {
  label: string
  messages: readonly Shown[]
  writerOf: (message: Shown) => string
  fileOf: (message: Shown, file: string) => ReactNode
}

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
      customer: { justifySelf: 'start', bg: 'sunken', borderColor: 'line', borderStartStartRadius: 'sm' },
      support: { justifySelf: 'end', bg: 'gold.subtle', borderColor: 'gold.line', borderStartEndRadius: 'sm' },
      note: { justifySelf: 'end', bg: 'info.subtle', borderColor: 'line.strong', borderStyle: 'dashed' },
    },
  },
})

const fromOf = ({ internal, customer }: Message) => (internal ? 'note' : customer ? 'customer' : 'support')

/** A conversation, oldest message first. Screen readers announce new messages; nothing scrolls by itself. */
export function MessageList<Shown extends Message>({ label, messages, writerOf, fileOf }: MessageListProps<Shown>) {
  return (
    <div role="log" aria-label={label}>
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
              <chakra.p dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" lineHeight="normal">
                {message.text}
              </chakra.p>
            )}
            {message.file !== null && fileOf(message, message.file)}
          </Bubble>
        ))}
      </chakra.ol>
    </div>
  )
}

/** The number of newest messages that are loaded with a page. */
export const MESSAGES_FIRST = 50
const MESSAGES_MORE = 100
const MESSAGES_MAX = 1_000

type OlderMessagesProps = {
  hasMore: boolean
  /** The number of loaded messages. */
  size: number
  busy: boolean
  label: string
  onSize: (size: number) => void
}

/** The button that loads earlier messages, above the list. */
export function OlderMessages({ hasMore, size, busy, label, onSize }: OlderMessagesProps) {
  if (!hasMore || size >= MESSAGES_MAX) return null
  return (
    <chakra.div display="grid" justifyItems="center" paddingBottom="4">
      <Button variant="quiet" loading={busy} onClick={() => onSize(Math.min(size + MESSAGES_MORE, MESSAGES_MAX))}>
        {label}
      </Button>
    </chakra.div>
  )
}
