import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { RowButton } from '#client/entities/order/use-order-details.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type RowLines, RowList } from '#client/ui/row-list.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { CoinTransferSheet } from './coin-transfer-sheet.tsx'
import { FilteredList } from './filtered-list.tsx'
import { type Deposit, depositPagesQuery, type Withdrawal, withdrawalPagesQuery } from './history.queries.ts'
import { coinDepositQueryOf, coinWithdrawalQueryOf, type FilteredProps } from './history-filter.ts'
import { helpColumn, NetworkName, NoTransfers, useNextStep } from './transfer-columns.tsx'
import { COLOURS, useCancelling } from './withdrawal-history.tsx'

/** Confirmations come with the network's blocks. */
const polled = { refetchInterval: every(POLL_MS.wallets) }

/** Deposits of coins over their chains, with how deep each is, or why it is not credited. */
export function CoinDepositHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery({ ...depositPagesQuery(coinDepositQueryOf(props.filter)), ...polled })
  const { what, coin, amount, network, at } = useCommonColumns<Deposit>('coinDeposits')
  const depth = useDepth()
  const details = useDetails<Deposit>((deposit, onClose) => (
    <CoinTransferSheet
      title={t('coinDeposits.title')}
      transfer={deposit}
      state={status.cell(deposit)}
      onClose={onClose}
    />
  ))
  const status: Column<Deposit> = {
    key: 'status',
    label: t('deposits.status'),
    cell: (deposit) => (
      <State
        status={deposit.transactionStatus}
        name={t(`coinDeposits.state.${deposit.transactionStatus}`)}
        more={deposit.notCredited ? t(`coinDeposits.reason.${deposit.notCredited}`) : depth(deposit)}
      />
    ),
  }
  return (
    <FilteredList tab="coinDeposits" pages={pages} empty={<NoTransfers list="coinDeposits" />} {...props}>
      {(rows) => (
        <>
          <RowList
            caption={t('coinDeposits.title')}
            rows={rows}
            keyOf={idOf}
            columns={[coin, amount, status, network, at, details.column]}
            lines={{ what, amount: amount.cell, when: at.cell, result: status.cell }}
          />
          {details.sheetOf(rows)}
        </>
      )}
    </FilteredList>
  )
}

/** Withdrawals of coins, with the state and the next step of each; one that is not on its way yet is cancelled here. */
export function CoinWithdrawalHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery({ ...withdrawalPagesQuery(coinWithdrawalQueryOf(props.filter)), ...polled })
  const { what, coin, amount, network, at } = useCommonColumns<Withdrawal>('coinWithdrawals')
  const { column: cancel, question } = useCancelling()
  const nextOf = useNextStep('coinWithdrawals')
  const depth = useDepth()
  const details = useDetails<Withdrawal>((withdrawal, onClose) => (
    <CoinTransferSheet
      title={t('coinWithdrawals.title')}
      transfer={withdrawal}
      outgoing={withdrawal}
      state={state.cell(withdrawal)}
      onClose={onClose}
    />
  ))
  const state: Column<Withdrawal> = {
    key: 'state',
    label: t('deposits.status'),
    cell: (withdrawal) => (
      <State
        status={withdrawal.transactionStatus}
        name={t(`coinWithdrawals.state.${withdrawal.state}`)}
        more={(withdrawal.endReason === null ? depth(withdrawal) : undefined) ?? nextOf(withdrawal)}
      />
    ),
  }
  const help = helpColumn(t('help.WITHDRAWAL'), 'WITHDRAWAL')
  return (
    <FilteredList tab="coinWithdrawals" pages={pages} empty={<NoTransfers list="coinWithdrawals" />} {...props}>
      {(rows) => (
        <>
          <RowList
            caption={t('coinWithdrawals.title')}
            rows={rows}
            keyOf={idOf}
            columns={[coin, amount, state, network, at, details.column, cancel, help]}
            lines={{ what, amount: amount.cell, when: at.cell, result: state.cell }}
          />
          {details.sheetOf(rows)}
          {question}
        </>
      )}
    </FilteredList>
  )
}

const idOf = ({ id }: { id: string }) => id

type StateProps = { status: keyof typeof COLOURS; name: string; more: string | undefined }

function State({ status, name, more }: StateProps) {
  return (
    <div>
      <chakra.span color={COLOURS[status]} fontWeight="semibold">
        {name}
      </chakra.span>
      {more && (
        <chakra.p fontSize="xs" color="fg.muted">
          {more}
        </chakra.p>
      )}
    </div>
  )
}

type Transfer = Deposit | Withdrawal

/** The columns that deposits and withdrawals of coins have in common. */
function useCommonColumns<Row extends Transfer>(
  list: 'coinDeposits' | 'coinWithdrawals',
): Record<'coin' | 'amount' | 'network' | 'at', Column<Row>> & Pick<RowLines<Row>, 'what'> {
  const { t } = useTranslation('history')
  const { coinOf, nameOf, billed } = useCoins()
  const named = (symbol: string) => (coinOf(symbol) ? nameOf(symbol) : t('coin.unknown'))
  return {
    what: ({ relatedCoin }) => t(`${list}.one`, { name: named(relatedCoin) }),
    coin: {
      key: 'coin',
      label: t('filter.coin'),
      cell: ({ relatedCoin }) => named(relatedCoin),
    },
    amount: {
      key: 'amount',
      label: t('trades.amount'),
      figure: true,
      // Nobody here knows in what decimals an unknown token counts.
      cell: ({ amount, relatedCoin }) => (
        <chakra.span fontWeight="semibold">
          {coinOf(relatedCoin) ? <DecimalText value={amount} {...billed(relatedCoin)} /> : '—'}
        </chakra.span>
      ),
    },
    network: {
      key: 'network',
      label: t('transfer.network'),
      cell: ({ tokenType }) => <NetworkName tokenType={tokenType} />,
    },
    at: { key: 'at', label: t('deposits.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}

/** "2 of 12 network confirmations", until they are complete. */
function useDepth(): (transfer: Transfer) => string | undefined {
  const { t } = useTranslation('history')
  const language = useLanguage()
  const count = (figure: number) => showDecimal(String(figure), language)
  return ({ transactionStatus, confirmations, confirmationsNeeded }) =>
    transactionStatus !== 'RAISED_BY_USER' || confirmations == null || confirmationsNeeded == null
      ? undefined
      : t('transfer.depth', { now: count(confirmations), needed: count(confirmationsNeeded) })
}

/** A button of each row that opens it in a sheet, and the sheet, with the row as the list has it now. */
function useDetails<Row extends Transfer>(draw: (row: Row, onClose: () => void) => ReactNode) {
  const { t } = useTranslation('history')
  const [shownId, setShownId] = useState<string>()
  const column: Column<Row> = {
    key: 'details',
    label: t('transfer.details'),
    unnamed: true,
    cell: (row) => (
      <RowButton
        icon={<ReceiptText size={16} aria-hidden="true" />}
        text={t('transfer.details')}
        label={t('transfer.details')}
        onClick={() => setShownId(row.id)}
      />
    ),
  }
  const sheetOf = (rows: readonly Row[]) => {
    const shown = rows.find(({ id }) => id === shownId)
    return shown && draw(shown, () => setShownId(undefined))
  }
  return { column, sheetOf }
}
