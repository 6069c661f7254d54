import { useTranslation } from 'react-i18next'
import { HOLD_ENTRY } from '#domain/content.ts'
import { TextLink } from './link.tsx'

/** Leads to the explanation of why withdrawals are held, beside a form that stays open. */
export function HoldHelp() {
  const { t } = useTranslation('ui')
  return (
    <TextLink
      to="/faq"
      search={{ open: HOLD_ENTRY }}
      target="_blank"
      display="inline-flex"
      alignItems="center"
      minHeight="tap"
    >
      {t('holdHelp')}
    </TextLink>
  )
}
