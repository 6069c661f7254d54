import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { withdrawalTermsQuery } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { getWallets } from '#contract/wallets.ts'
import { cancelWithdrawal, getWithdrawals } from '#contract/withdrawals.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import { FilteredList } from './filtered-list.tsx'
import { type Withdrawal, withdrawalPagesQuery } from './history.queries.ts'
import { type FilteredProps, tomanWithdrawalQueryOf } from './history-filter.ts'
import { helpColumn, NoTransfers, useNextStep, useTransferColumns } from './transfer-columns.tsx'

export const COLOURS = { CONFIRMED: 'buy', UNCONFIRMED: 'sell', RAISED_BY_USER: 'gold' }

/** Withdrawals of Toman, with the state and the next step of each; one that is not on its way yet is cancelled here. */
export function WithdrawalHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(withdrawalPagesQuery(tomanWithdrawalQueryOf(props.filter)))
  const { column: cancel, question } = useCancelling()
  const waitsForBank = pages.data?.pages.some(({ content }) => content.some(isForBatch)) ?? false
  const terms = useQuery({ ...withdrawalTermsQuery(), enabled: waitsForBank })
  const { amount, state, account, reference, at } = useColumns(terms.data?.nextBatchDateTime)
  return (
    <FilteredList tab="withdrawals" pages={pages} empty={<NoTransfers list="withdrawals" />} {...props}>
      {(rows) => (
        <>
          <RowList
            caption={t('toman.withdrawals')}
            rows={rows}
            keyOf={idOf}
            columns={[amount, state, account, reference, at, cancel, helpColumn(t('help.WITHDRAWAL'), 'WITHDRAWAL')]}
            lines={{
              what: ({ tokenType }) => t(tokenType === USER_TRANSFER ? 'transfer.toUser.one' : 'withdrawals.one'),
              amount: amount.cell,
              when: at.cell,
              result: state.cell,
            }}
          />
          {question}
        </>
      )}
    </FilteredList>
  )
}

/** A button of each row that is not on its way yet, and the question that it asks. */
export function useCancelling(): { readonly column: Column<Withdrawal>; readonly question: ReactNode } {
  const { t } = useTranslation('history')
  const [cancelled, setCancelled] = useState<Withdrawal>()
  return {
    column: {
      key: 'cancel',
      label: t('withdrawals.cancel'),
      unnamed: true,
      cell: (row) =>
        row.cancellable ? (
          <Button size="sm" variant="quiet" onClick={() => setCancelled(row)}>
            {t('withdrawals.cancel')}
          </Button>
        ) : null,
    },
    question: cancelled && <CancelQuestion withdrawal={cancelled} onClose={() => setCancelled(undefined)} />,
  }
}

const idOf = ({ id }: Withdrawal) => id

const isForBatch = ({ state, tokenType }: Withdrawal) => state === 'APPROVED' && tokenType === null

function CancelQuestion({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useTranslation('history')
  const { unitOf } = useCoins()
  const client = useQueryClient()
  const refetch = () => {
    for (const { path } of [getWithdrawals, getWallets]) void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <ConfirmMutation
      title={t('withdrawals.question')}
      yes={t('withdrawals.yes')}
      no={t('withdrawals.no')}
      variant="danger"
      act={() => callApi(cancelWithdrawal, { params: { id: withdrawal.id } })}
      done={t('withdrawals.cancelled')}
      onDone={refetch}
      onClose={onClose}
    >
      <DecimalText value={withdrawal.amount} unit={unitOf(withdrawal.relatedCoin)} />
    </ConfirmMutation>
  )
}

function useColumns(
  nextBatch: string | undefined,
): Record<'amount' | 'state' | 'account' | 'reference' | 'at', Column<Withdrawal>> {
  const language = useLanguage()
  const nextOf = useNextStep('withdrawals', nextBatch)
  const { t } = useTranslation('history')
  return {
    ...useTransferColumns<Withdrawal>(),
    state: {
      key: 'state',
      label: t('deposits.status'),
      cell: (withdrawal) => (
        <div>
          <chakra.span color={COLOURS[withdrawal.transactionStatus]} fontWeight="semibold">
            {t(`withdrawals.state.${withdrawal.state}`)}
          </chakra.span>
          <chakra.p fontSize="xs" color="fg.muted">
            {nextOf(withdrawal)}
          </chakra.p>
        </div>
      ),
    },
    account: {
      key: 'account',
      label: t('withdrawals.account'),
      cell: ({ destinationWalletAddress }) => <bdi dir="ltr">{showDigits(destinationWalletAddress, language)}</bdi>,
    },
  }
}
