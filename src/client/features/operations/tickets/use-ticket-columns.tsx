import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Digits } from '../digits.tsx'
import type { QueuedTicket } from './tickets.queries.ts'
import { useSpan } from './use-span.ts'

/** The columns of a list of tickets. */
export function useTicketColumns(): readonly Column<QueuedTicket>[] {
  const { t } = useTranslation('tickets')
  const { since, between } = useSpan()
  return [
    {
      key: 'subject',
      label: t('column.subject'),
      wide: true,
      cell: ({ id, subject }) => (
        <PlainLink
          to="/operations/tickets/$ticketId"
          params={{ ticketId: id }}
          color="gold"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          <bdi>{subject}</bdi>
        </PlainLink>
      ),
    },
    { key: 'number', label: t('column.number'), cell: ({ id }) => <Digits text={id} /> },
    {
      key: 'customer',
      label: t('column.customer'),
      cell: ({ name, mobileNumber }) =>
        name ? <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi> : <Digits text={mobileNumber} />,
    },
    { key: 'type', label: t('type.label'), cell: ({ type }) => t(`type.${type}`) },
    {
      key: 'status',
      label: t('status.label'),
      cell: ({ status, closed }) => (closed ? t('status.closed') : t(`status.${status}`)),
    },
    {
      key: 'waits',
      label: t('column.waits'),
      cell: ({ waitsSince }) => (waitsSince ? since(waitsSince) : t('figures.none')),
    },
    {
      key: 'firstAnswer',
      label: t('column.firstAnswer'),
      cell: ({ createdAtDateTime, firstAnsweredAt }) =>
        firstAnsweredAt ? between(createdAtDateTime, Date.parse(firstAnsweredAt)) : t('figures.none'),
    },
    {
      key: 'operator',
      label: t('column.operator'),
      cell: ({ assignedTo }) => (assignedTo ? <bdi>{assignedTo.name}</bdi> : t('column.nobody')),
    },
    {
      key: 'at',
      label: t('column.at'),
      cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} />,
    },
  ]
}
