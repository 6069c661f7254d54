import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { Notice } from '#client/ui/notice.tsx'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'

/** Gateways close a payment within half an hour. An older one was abandoned, and only the history shows it. */
const WAITING_MS_MAX = 45 * 60_000

/** Recent payments without a result from the gateway: they may be paid, by a browser that never came back. */
export function PendingDeposits() {
  const { t } = useTranslation('wallet')
  const { billed } = useCoins()
  const { data: deposits = [] } = useQuery(pendingDepositsQuery())
  if (deposits.length === 0) return null
  return (
    <Notice tone="info" title={t('underReview.title')}>
      {deposits.map(({ id, amount }) => (
        <chakra.p key={id} fontWeight="semibold">
          <PrivateDecimal value={amount} {...billed('TOMAN')} />
        </chakra.p>
      ))}
      <p>{t('underReview.text')}</p>
    </Notice>
  )
}

const pendingDepositsQuery = () =>
  queryOptions({
    ...endpointQuery(getDeposits, { query: { relatedCoin: 'TOMAN', size: '10' } }),
    refetchInterval: every(POLL_MS.wallets),
    select: ({ content }: Reply<typeof getDeposits>) =>
      content.filter(
        ({ transactionStatus, createdAtDateTime }) =>
          transactionStatus === 'RAISED_BY_USER' && Date.now() - Date.parse(createdAtDateTime) < WAITING_MS_MAX,
      ),
  })
