import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import type { CustomerDeposit, CustomerTicket } from './customer.queries.ts'
import { Digits } from './digits.tsx'

/** A customer's deposits; the status includes the reason if an operator must examine one. */
export function useDepositColumns(): readonly Column<CustomerDeposit>[] {
  const language = useLanguage()
  const { t } = useTranslation('customers')
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
      cell: ({ transactionStatus, fault }) => (
        <>
          {t(`deposit.${transactionStatus}`)}
          {fault && (
            <chakra.span display="block" color="sell">
              {t(`deposit.fault.${fault}`)}
            </chakra.span>
          )}
        </>
      ),
    },
    {
      key: 'card',
      label: t('deposit.card'),
      cell: ({ bankAccount }) => (bankAccount ? showCard(bankAccount, language) : '–'),
    },
    { key: 'reference', label: t('deposit.reference'), cell: ({ link }) => (link ? <Digits text={link} /> : '–') },
    { key: 'at', label: t('deposit.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}

export function useTicketColumns(): readonly Column<CustomerTicket>[] {
  const { t } = useTranslation('tickets')
  return [
    {
      key: 'subject',
      label: t('column.subject'),
      wide: true,
      cell: ({ id, subject }) => (
        <PlainLink to="/operations/tickets/$ticketId" params={{ ticketId: id }}>
          <bdi>{subject}</bdi>
        </PlainLink>
      ),
    },
    { key: 'type', label: t('type.label'), cell: ({ type }) => t(`type.${type}`) },
    {
      key: 'status',
      label: t('status.label'),
      cell: ({ status, closed }) => t(closed ? 'status.closed' : `status.${status}`),
    },
    { key: 'at', label: t('column.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}
