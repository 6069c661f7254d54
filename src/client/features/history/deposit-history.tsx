import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { showCard, showDigits } from '#client/ui/show-digits.ts'
import { FilteredList } from './filtered-list.tsx'
import { helpColumn } from './help-column.tsx'
import { type Deposit, depositPagesQuery } from './history.queries.ts'
import { type FilteredProps, transferQueryOf } from './history-filter.ts'

const COLOURS = { CONFIRMED: 'buy', UNCONFIRMED: 'sell', RAISED_BY_USER: 'gold', PENDING: 'gold', DONE: 'fg.muted' }

/** Toman deposits by card, with the outcome of each payment. */
export function DepositHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(depositPagesQuery(transferQueryOf(props.filter)))
  const { amount, status, card, gateway, reference, at } = useColumns()
  const empty = (
    <EmptyState
      icon={<Landmark size={24} />}
      title={t('deposits.empty.title')}
      text={t('deposits.empty.text')}
      action={
        <ButtonLink to="/profile/wallet" variant="quiet">
          {t('deposits.empty.action')}
        </ButtonLink>
      }
    />
  )
  return (
    <FilteredList tab="deposits" pages={pages} empty={empty} {...props}>
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
  const { unitOf } = useCoins()
  return {
    amount: {
      key: 'amount',
      label: t('deposits.amount'),
      figure: true,
      cell: ({ amount, relatedCoin }) => (
        <chakra.span fontWeight="semibold">
          <DecimalText value={amount} unit={unitOf(relatedCoin)} />
        </chakra.span>
      ),
    },
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
    reference: {
      key: 'reference',
      label: t('deposits.reference'),
      cell: ({ link }) => <bdi dir="ltr">{link === null ? '—' : showDigits(link, language)}</bdi>,
    },
    at: { key: 'at', label: t('deposits.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}
