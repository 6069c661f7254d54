import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recentTradesQuery } from '#client/lib/orders.queries.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Section } from '#client/ui/section.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { NoTrades } from './no-trades.tsx'
import { useTradeColumns } from './use-trade-columns.tsx'

const ROWS = 5

/** The newest few trades, with the way to all of them. */
export function RecentTrades() {
  const { t } = useTranslation('history')
  const columns = useTradeColumns()
  const { data: trades, isError, isFetching, refetch } = useQuery(recentTradesQuery())
  return (
    <Section title={t('trades.recent')} aside={<TextLink to="/profile/history">{t('trades.all')}</TextLink>}>
      {!trades && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!trades && !isError && <SkeletonRows rows={3} />}
      {trades?.length === 0 && <NoTrades />}
      {trades && trades.length > 0 && (
        <DataTable caption={t('trades.recent')} rows={trades.slice(0, ROWS)} keyOf={({ id }) => id} columns={columns} />
      )}
    </Section>
  )
}
