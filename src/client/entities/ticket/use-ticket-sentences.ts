import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { checkTicketText, TICKET_FILE_BYTES_MAX, TICKET_LENGTHS_MAX, ticketTextOf } from '#domain/ticket.ts'

const MEGABYTE = 1024 * 1024
const KILOBYTE = 1024
/** A text this close to its limit shows how much is left. */
const LEFT_SHOWN_MAX = 200

/** The file types that the server reads; a picker may still offer other files. */
export const TICKET_FILE_KINDS: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']

/** Sentences about a message that both sides of a conversation show: on its length and its file. */
export function useTicketSentences() {
  const { t } = useTranslation('support')
  const language = useLanguage()
  const megabytes = showDecimal(String(TICKET_FILE_BYTES_MAX / MEGABYTE), language)
  return {
    sizeOf: ({ file, fileBytes }: { file: string | null; fileBytes: number | null }) => {
      const kilobytes = Math.max(1, Math.round((fileBytes ?? 0) / KILOBYTE))
      const size = t('talk.kilobytes', { count: showDecimal(String(kilobytes), language) })
      return file?.endsWith('.pdf') ? t('talk.pdf', { size }) : t('talk.photo', { size })
    },
    lengthLeft: (text: string) => {
      const left = TICKET_LENGTHS_MAX.text - ticketTextOf('text', text).length
      if (left > LEFT_SHOWN_MAX) return undefined
      const count = showDecimal(String(Math.abs(left)), language)
      return left < 0 ? t('missing.over', { count }) : t('missing.left', { count })
    },
    /** `missing`: the sentence for an empty text. */
    textProblem: (text: string, missing: string) => {
      const problem = checkTicketText('text', text)
      if (problem !== 'TOO_LONG') return problem && missing
      return t('missing.textLong', { max: showDecimal(String(TICKET_LENGTHS_MAX.text), language) })
    },
    attachHint: t('talk.attachHint', { megabytes }),
    fileProblem: (file: File | undefined) => {
      if (!file) return undefined
      if (!TICKET_FILE_KINDS.includes(file.type)) return t('talk.wrongKind')
      return file.size > TICKET_FILE_BYTES_MAX ? t('talk.tooLarge', { megabytes }) : undefined
    },
  }
}
