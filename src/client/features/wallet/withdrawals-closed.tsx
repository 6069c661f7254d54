import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { TRANSFERS } from '#domain/transfers.ts'

/** Says where Toman goes in that it does not come out yet; nothing once it does. */
export function WithdrawalsClosed() {
  const { t } = useTranslation('wallet')
  if (TRANSFERS.bank.withdrawal) return null
  return (
    <chakra.p fontSize="sm" color="fg.muted">
      {t('withdrawalsClosed')}
    </chakra.p>
  )
}
