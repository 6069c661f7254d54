import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import { FilteredList } from './filtered-list.tsx'
import { type Deposit, depositPagesQuery } from './history.queries.ts'
import { type FilteredProps, tomanQueryOf } from './history-filter.ts'
import { helpColumn, NoTransfers, useTransferColumns } from './transfer-columns.tsx'

const COLOURS = { CONFIRMED: 'buy', UNCONFIRMED: 'sell', RAISED_BY_USER: 'gold', PENDING: 'gold', DONE: 'fg.muted' }

/** Toman deposits by card, with the outcome of each payment. */
export function DepositHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(depositPagesQuery(tomanQueryOf(props.filter)))
  const { amount, status, card, gateway, reference, at } = useColumns()
  return (
    <FilteredList tab="deposits" pages={pages} empty={<NoTransfers list="deposits" />} {...props}>
      {(rows) => (
        <RowList
          caption={t('tabs.deposits')}
          rows={rows}
          keyOf={idOf}
          columns={[amount, status, card, gateway, reference, at, helpColumn(t('help.DEPOSIT'), 'DEPOSIT')]}
          lines={{ what: () => t('deposits.one'), amount: amount.cell, when: at.cell, result: status.cell }}
        />
      )}
    </FilteredList>
  )
}

const idOf = ({ id }: Deposit) => id

function useColumns(): Record<'amount' | 'status' | 'card' | 'gateway' | 'reference' | 'at', Column<Deposit>> {
  const language = useLanguage()
  const { t } = useTranslation('history')
  return {
    ...useTransferColumns<Deposit>(),
    status: {
      key: 'status',
      label: t('deposits.status'),
      cell: ({ transactionStatus, payBack }) => (
        <chakra.span color={COLOURS[payBack ?? transactionStatus]} fontWeight="semibold">
          {payBack ? t(`deposits.payBack.${payBack}`) : t(`deposits.${transactionStatus}`)}
        </chakra.span>
      ),
    },
    card: {
      key: 'card',
      label: t('deposits.card'),
      cell: ({ bankAccount }) => (bankAccount ? showCard(bankAccount, language) : '—'),
    },
    gateway: {
      key: 'gateway',
      label: t('deposits.gateway'),
      cell: ({ paymentGateway }) => paymentGateway && t(`deposits.gateways.${paymentGateway}`),
    },
  }
}
