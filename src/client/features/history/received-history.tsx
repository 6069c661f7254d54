import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { type Received, receivedPagesQuery } from './history.queries.ts'

/** The transfers of other users to this one. */
export function ReceivedHistory() {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(receivedPagesQuery())
  const { what, amount, sender, at } = useColumns()
  return (
    <PageList
      pages={pages}
      more="scroll"
      empty={
        <EmptyState icon={<Landmark size={24} />} title={t('received.empty.title')} text={t('received.empty.text')} />
      }
    >
      {(rows) => (
        <RowList
          caption={t('received.title')}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[what, amount, sender, at]}
          lines={{ what: what.cell, amount: amount.cell, when: at.cell, result: sender.cell }}
        />
      )}
    </PageList>
  )
}

function useColumns(): Record<'what' | 'amount' | 'sender' | 'at', Column<Received>> {
  const { t } = useTranslation('history')
  const { billed, nameOf } = useCoins()
  return {
    what: { key: 'what', label: t('filter.coin'), cell: ({ relatedCoin }) => nameOf(relatedCoin) },
    amount: {
      key: 'amount',
      label: t('trades.amount'),
      figure: true,
      cell: ({ amount, relatedCoin }) => <DecimalText value={amount} {...billed(relatedCoin)} />,
    },
    sender: {
      key: 'sender',
      label: t('received.sender'),
      cell: ({ senderName }) =>
        senderName === null ? t('received.toAddress') : t('received.from', { name: senderName }),
    },
    at: { key: 'at', label: t('deposits.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}
