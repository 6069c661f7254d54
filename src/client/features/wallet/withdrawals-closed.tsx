import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { TRANSFERS } from '#domain/transfers.ts'

/** Says next to Toman deposits that withdrawals are not possible yet; renders nothing once they are. */
export function WithdrawalsClosed() {
  const { t } = useTranslation('wallet')
  if (TRANSFERS.bank.withdrawal) return null
  return (
    <chakra.p fontSize="sm" color="fg.muted">
      {t('withdrawalsClosed')}
    </chakra.p>
  )
}
