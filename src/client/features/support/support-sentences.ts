import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { checkTicketText, TICKET_FILE_BYTES_MAX, TICKET_LENGTHS_MAX, ticketTextOf } from '#domain/ticket.ts'
import type { TicketAbout } from './ticket-about.ts'
import type { Ticket, TicketMessage } from './tickets.queries.ts'

const MEGABYTE = 1024 * 1024
const KILOBYTE = 1024
/** So near to its limit, a text says how much is left. */
const LEFT_SHOWN_MAX = 200

/** What support says in words: the state of a ticket, what it is about, what a form lacks. */
export function useSupportSentences() {
  const { t } = useTranslation('support')
  const language = useLanguage()
  const max = (part: keyof typeof TICKET_LENGTHS_MAX) => showDecimal(String(TICKET_LENGTHS_MAX[part]), language)
  const megabytes = showDecimal(String(TICKET_FILE_BYTES_MAX / MEGABYTE), language)
  return {
    statusOf: ({ status, closed }: Pick<Ticket, 'status' | 'closed'>) =>
      closed ? t('status.closed') : t(`status.${status}`),
    aboutOf: ({ kind, id }: TicketAbout) => t(`about.${kind}`, { id: showDigits(id, language) }),
    sizeOf: ({ file, fileBytes }: Pick<TicketMessage, 'file' | 'fileBytes'>) => {
      const kilobytes = Math.max(1, Math.round((fileBytes ?? 0) / KILOBYTE))
      const size = t('talk.kilobytes', { count: showDecimal(String(kilobytes), language) })
      return file?.endsWith('.pdf') ? t('talk.pdf', { size }) : t('talk.photo', { size })
    },
    subjectProblem: (subject: string) => {
      const problem = checkTicketText('subject', subject)
      if (problem === 'TOO_LONG') return t('missing.subjectLong', { max: max('subject') })
      return problem && t('missing.subject')
    },
    textProblem: (text: string, missing: 'text' | 'message') => {
      const problem = checkTicketText('text', text)
      if (problem === 'TOO_LONG') return t('missing.textLong', { max: max('text') })
      return problem && t(`missing.${missing}`)
    },
    lengthLeft: (text: string) => {
      const left = TICKET_LENGTHS_MAX.text - ticketTextOf('text', text).length
      if (left > LEFT_SHOWN_MAX) return undefined
      const count = showDecimal(String(Math.abs(left)), language)
      return left < 0 ? t('missing.over', { count }) : t('missing.left', { count })
    },
    attachHint: t('talk.attachHint', { megabytes }),
    fileProblem: (file: File | undefined) =>
      file && file.size > TICKET_FILE_BYTES_MAX ? t('talk.tooLarge', { megabytes }) : undefined,
  }
}
