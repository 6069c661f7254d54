import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inquiry } from '#client/lib/use-key-outcome.ts'
import { Notice } from './notice.tsx'

type UnknownOutcomeProps = {
  inquiry: Inquiry
  /** A link to where users can check for themselves. */
  action?: ReactNode
}

/** Shown when no answer arrived: the server's answer to the inquiry so far, and that a repeat cannot execute the command twice. */
export function UnknownOutcome({ inquiry, action }: UnknownOutcomeProps) {
  const { t } = useTranslation('ui')
  return (
    <Notice tone="warning" urgent title={t('unknown.title')} action={action}>
      {t(`unknown.${inquiry}`)}
    </Notice>
  )
}
