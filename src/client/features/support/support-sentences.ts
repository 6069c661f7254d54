import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { checkTicketText, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import type { TicketAbout } from './ticket-about.ts'
import type { Ticket } from './tickets.queries.ts'

/** Sentences of support: on the state of a ticket, its subject, and the problems of a form. */
export function useSupportSentences() {
  const { t } = useTranslation('support')
  const language = useLanguage()
  return {
    statusOf: ({ status, closed }: Pick<Ticket, 'status' | 'closed'>) =>
      closed ? t('status.closed') : t(`status.${status}`),
    aboutOf: ({ kind, id }: TicketAbout) => t(`about.${kind}`, { id: showDigits(id, language) }),
    subjectProblem: (subject: string) => {
      const problem = checkTicketText('subject', subject)
      if (problem === 'TOO_LONG')
        return t('missing.subjectLong', { max: showDecimal(String(TICKET_LENGTHS_MAX.subject), language) })
      return problem && t('missing.subject')
    },
  }
}
