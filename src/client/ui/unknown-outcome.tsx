import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inquiry } from '#client/lib/use-key-outcome.ts'
import { Notice } from './notice.tsx'

type UnknownOutcomeProps = {
  inquiry: Inquiry
  /** Where one can look for oneself. */
  action?: ReactNode
}

/** No answer came: what the server has said since, and that a repeat cannot do it twice. */
export function UnknownOutcome({ inquiry, action }: UnknownOutcomeProps) {
  const { t } = useTranslation('ui')
  return (
    <Notice tone="warning" urgent title={t('unknown.title')} action={action}>
      {t(`unknown.${inquiry}`)}
    </Notice>
  )
}
