import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showCard } from '#client/ui/show-digits.ts'
import { FilteredList } from './filtered-list.tsx'
import { type Deposit, depositPagesQuery } from './history.queries.ts'
import { type FilteredProps, tomanDepositQueryOf } from './history-filter.ts'
import { helpColumn, NoTransfers, useTransferColumns } from './transfer-columns.tsx'

const COLOURS = {
  ...{ CONFIRMED: 'buy', UNCONFIRMED: 'sell', RAISED_BY_USER: 'gold' },
  ...{ PENDING: 'gold', DONE: 'fg.muted', CANCELLED: 'fg.muted', ABANDONED: 'fg.muted' },
}

/** Toman deposits by card, with the outcome of each payment. */
export function DepositHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(depositPagesQuery(tomanDepositQueryOf(props.filter)))
  const { amount, status, card, gateway, reference, at, again } = useColumns()
  return (
    <FilteredList tab="deposits" pages={pages} empty={<NoTransfers list="deposits" />} {...props}>
      {(rows) => (
        <RowList
          caption={t('tabs.deposits')}
          rows={rows}
          keyOf={idOf}
          columns={[amount, status, card, gateway, reference, at, again, helpColumn(t('help.DEPOSIT'), 'DEPOSIT')]}
          lines={{ what: () => t('deposits.one'), amount: amount.cell, when: at.cell, result: status.cell }}
        />
      )}
    </FilteredList>
  )
}

const idOf = ({ id }: Deposit) => id

/** Says what becomes of a payment that is not credited; `undefined` for one whose status says it all. */
function useNextOfDeposit(): (deposit: Deposit) => string | undefined {
  const language = useLanguage()
  const { t } = useTranslation('history')
  return ({ transactionStatus, payBack, unpaid, payableUntilDateTime: until }) => {
    if (payBack || transactionStatus === 'CONFIRMED') return undefined
    if (transactionStatus === 'UNCONFIRMED') return t(`deposits.next.${unpaid ?? 'FAILED'}`)
    return until !== undefined && Date.parse(until) > Date.now()
      ? t('deposits.next.waits', { time: showDate(new Date(until), language, 'time') })
      : t('deposits.next.asking')
  }
}

function useColumns(): Record<
  'amount' | 'status' | 'card' | 'gateway' | 'reference' | 'at' | 'again',
  Column<Deposit>
> {
  const language = useLanguage()
  const { t } = useTranslation('history')
  const nextOf = useNextOfDeposit()
  return {
    ...useTransferColumns<Deposit>(),
    again: {
      key: 'again',
      label: t('deposits.again'),
      unnamed: true,
      cell: ({ amount, transactionStatus }) =>
        transactionStatus === 'CONFIRMED' ? null : (
          <ButtonLink to="/profile/wallet" search={{ deposit: amount }} variant="quiet" size="sm">
            {t('deposits.again')}
          </ButtonLink>
        ),
    },
    status: {
      key: 'status',
      label: t('deposits.status'),
      cell: (deposit) => {
        const { transactionStatus, payBack, unpaid } = deposit
        const name = unpaid ? t(`deposits.unpaid.${unpaid}`) : t(`deposits.${transactionStatus}`)
        const next = nextOf(deposit)
        return (
          <div>
            <chakra.span color={COLOURS[payBack ?? unpaid ?? transactionStatus]} fontWeight="semibold">
              {payBack ? t(`deposits.payBack.${payBack}`) : name}
            </chakra.span>
            {next && (
              <chakra.p fontSize="xs" color="fg.muted">
                {next}
              </chakra.p>
            )}
          </div>
        )
      },
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
