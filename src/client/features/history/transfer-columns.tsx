import { chakra } from '@chakra-ui/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useEndReason } from '#client/entities/withdrawal/use-end-reason.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { TicketSubjectKind } from '#domain/ticket.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import type { Withdrawal } from './history.queries.ts'

interface Transfer {
  readonly amount: string
  readonly relatedCoin: string
  /** The bank's reference, or the id of the network's transaction. */
  readonly link: string | null
  readonly createdAtDateTime: string
}

/** The columns that deposits and withdrawals have in common. */
export function useTransferColumns<Row extends Transfer>(): Record<'amount' | 'reference' | 'at', Column<Row>> {
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
    reference: {
      key: 'reference',
      label: t('deposits.reference'),
      cell: ({ link }) => <bdi dir="ltr">{link === null ? '—' : showDigits(link, language)}</bdi>,
    },
    at: { key: 'at', label: t('deposits.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}

/** A link from a row to a new ticket about it. */
export const helpColumn = (label: string, kind: TicketSubjectKind): Column<{ readonly id: string }> => ({
  key: 'help',
  label,
  unnamed: true,
  cell: ({ id }) => (
    <TextLink
      to="/profile/support"
      search={{ open: `${kind}-${id}` }}
      display="inline-flex"
      alignItems="center"
      minHeight="tap"
      fontSize="xs"
    >
      {label}
    </TextLink>
  ),
})

/** Shown instead of a list of transfers without any, with the way to the wallet. */
export function NoTransfers({ list }: { list: 'deposits' | 'withdrawals' | 'coinDeposits' | 'coinWithdrawals' }) {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<Landmark size={24} />}
      title={t(`${list}.empty.title`)}
      text={t(`${list}.empty.text`)}
      action={
        <ButtonLink to="/profile/wallet" variant="quiet">
          {t('deposits.empty.action')}
        </ButtonLink>
      }
    />
  )
}

/** The next steps of a transfer to another user, which goes to no bank and no network. */
const TO_USER = { APPROVED: 'soon', SIGNED: 'soon', SENT: 'soon', CONFIRMED: 'there' } as const

/** Says what comes next for a withdrawal, or why it ended unpaid. @param nextBatch when the bank is handed what waits for it */
export function useNextStep(
  list: 'withdrawals' | 'coinWithdrawals',
  nextBatch?: string | undefined,
): (withdrawal: Withdrawal) => string {
  const { t } = useTranslation('history')
  const language = useLanguage()
  const reasonOf = useEndReason()
  return ({ state, tokenType, endReason }) => {
    if (endReason !== null) return reasonOf(endReason)
    const toUser = tokenType === USER_TRANSFER && state in TO_USER ? TO_USER[state as keyof typeof TO_USER] : undefined
    if (toUser) return t(`transfer.toUser.${toUser}`)
    return list === 'withdrawals' && state === 'APPROVED' && nextBatch !== undefined
      ? t('withdrawals.batch', { at: showDate(new Date(nextBatch), language, 'date-time') })
      : t(`${list}.next.${state}`)
  }
}

/** The network of a deposit or a withdrawal of coins. */
export function NetworkName({ tokenType }: { tokenType: string | null | undefined }) {
  const { t } = useTranslation('history')
  return tokenType === USER_TRANSFER ? t('transfer.toUser.network') : <bdi dir="ltr">{tokenType ?? '—'}</bdi>
}
