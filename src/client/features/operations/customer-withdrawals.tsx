import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useEndReason } from '#client/entities/withdrawal/use-end-reason.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getUserWithdrawals } from '#contract/operations-withdrawals.ts'
import { ConsoleList } from './console-list.tsx'
import { Digits } from './names.tsx'
import { consolePages } from './operator.queries.ts'
import type { UserPage } from './user.queries.ts'
import { TableSection } from './user-sections.tsx'

type CustomerWithdrawal = Reply<typeof getUserWithdrawals>['content'][number]

const withdrawalsQuery = (id: string) =>
  consolePages(getUserWithdrawals, (before) => ({ params: { id }, query: { before } }))

/** A customer's withdrawals; the status includes the reason of one that was not paid. */
export function CustomerWithdrawals({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const pages = useInfiniteQuery(withdrawalsQuery(id))
  const columns = useWithdrawalColumns()
  return (
    <ConsoleList pages={pages} empty={<EmptyState title={t('none.withdrawals')} />}>
      {(rows) => (
        <DataTable caption={t('tabs.withdrawals')} rows={rows} keyOf={(row) => row.id} columns={columns} dense />
      )}
    </ConsoleList>
  )
}

function useWithdrawalColumns(): readonly Column<CustomerWithdrawal>[] {
  const { t } = useTranslation('customers')
  const { t: ofLists } = useTranslation('history')
  const reasonOf = useEndReason()
  const { unitOf } = useCoins()
  return [
    { key: 'number', label: t('deposit.number'), cell: ({ id }) => <Digits text={id} /> },
    {
      key: 'amount',
      label: t('deposit.amount'),
      figure: true,
      cell: ({ amount, relatedCoin }) => <DecimalText value={amount} unit={unitOf(relatedCoin)} />,
    },
    {
      key: 'status',
      label: t('deposit.status'),
      wide: true,
      cell: ({ state, endReason }) => (
        <>
          {ofLists(`withdrawals.state.${state}`)}
          {endReason && <chakra.span display="block">{reasonOf(endReason)}</chakra.span>}
        </>
      ),
    },
    {
      key: 'to',
      label: ofLists('withdrawals.account'),
      cell: ({ destinationWalletAddress }) => <Digits text={destinationWalletAddress} />,
    },
    { key: 'reference', label: t('deposit.reference'), cell: ({ link }) => (link ? <Digits text={link} /> : '–') },
    { key: 'at', label: t('deposit.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}

type SavedAddress = UserPage['savedAddresses'][number]

/** The addresses that a customer keeps for withdrawals, and whether withdrawals go to these alone. */
export function AddressSection({ user: { savedAddresses, onlySavedAddresses } }: { user: UserPage }) {
  const { t } = useTranslation('customers')
  const columns: readonly Column<SavedAddress>[] = [
    { key: 'network', label: t('addresses.network'), cell: ({ network }) => <bdi>{network}</bdi> },
    { key: 'label', label: t('addresses.label'), cell: ({ label }) => <bdi>{label}</bdi> },
    {
      key: 'address',
      label: t('addresses.address'),
      wide: true,
      cell: ({ address }) => <bdi dir="ltr">{address}</bdi>,
    },
    { key: 'addedAt', label: t('addresses.addedAt'), cell: ({ addedAt }) => <DateText at={addedAt} /> },
  ]
  return (
    <>
      {onlySavedAddresses && <Notice tone="info">{t('addresses.only')}</Notice>}
      <TableSection
        title={t('addresses.title')}
        rows={savedAddresses}
        keyOf={({ id }) => id}
        columns={columns}
        empty={t('addresses.none')}
      />
    </>
  )
}
