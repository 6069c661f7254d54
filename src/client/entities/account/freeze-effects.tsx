import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

/** The effects of freezing an account. */
export function FreezeEffects() {
  const { t } = useTranslation('ui')
  return (
    <chakra.ul display="grid" gap="2" listStyle="disc" paddingInlineStart="5" lineHeight="snug">
      <li>{t('freeze.sessions')}</li>
      <li>{t('freeze.withdrawals')}</li>
      <li>{t('freeze.support')}</li>
    </chakra.ul>
  )
}
