import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Trade, type TradeKind, tradePagesQuery } from '#client/lib/orders.queries.ts'
import { PageList } from '#client/ui/page-list.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { useTradeColumns } from '#client/ui/use-trade-columns.tsx'
import { NoTrades } from './no-trades.tsx'

const KINDS = ['ALL', 'P2P', 'EXCHANGE'] as const

/** Every trade of the user: on the book and by quick trade. */
export function TradeHistory() {
  const { t } = useTranslation('history')
  const [kind, setKind] = useState<TradeKind | 'ALL'>('ALL')
  const pages = useInfiniteQuery(tradePagesQuery(kind === 'ALL' ? undefined : kind))
  const { columns, lines } = useTradeColumns()
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div maxWidth={{ md: '16rem' }}>
        <SelectField
          label={t('filter.label')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={setKind}
        />
      </chakra.div>
      <PageList pages={pages} empty={<NoTrades />}>
        {(rows) => <RowList caption={t('tabs.trades')} rows={rows} keyOf={idOf} columns={columns} lines={lines} />}
      </PageList>
    </chakra.div>
  )
}

const idOf = ({ id }: Trade) => id
