import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { recentTradesQuery } from '#client/entities/order/orders.queries.ts'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Section } from '#client/ui/section.tsx'

const ROWS = 5

/** The newest few trades, with a link to all of them. */
export function RecentTrades() {
  const { t } = useTranslation('history')
  const { columns, lines } = useTradeColumns()
  const query = useQuery(recentTradesQuery())
  return (
    <Section title={t('trades.recent')} aside={<TextLink to="/profile/history">{t('trades.all')}</TextLink>}>
      <QueryView query={query} data={query.data} rows={3} empty={<NoTrades />}>
        {(trades) => (
          <RowList
            caption={t('trades.recent')}
            rows={trades.slice(0, ROWS)}
            keyOf={({ id }) => id}
            columns={columns}
            lines={lines}
          />
        )}
      </QueryView>
    </Section>
  )
}

export function NoTrades() {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<ArrowLeftRight size={24} />}
      title={t('trades.empty.title')}
      text={t('trades.empty.text')}
      action={
        <ButtonLink to="/profile/otc" variant="quiet">
          {t('trades.empty.action')}
        </ButtonLink>
      }
    />
  )
}
