import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink, TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TICKET_QUEUES, TICKET_SEARCH_MAX } from '#contract/operations-tickets.ts'
import { TICKET_STATUSES, type TicketStatus } from '#domain/ticket.ts'
import { ConsoleList } from '../console-list.tsx'
import { DayField } from '../day-field.tsx'
import { Folded } from '../folded.tsx'
import { Digits } from '../names.tsx'
import {
  foundTicketsQuery,
  type Queue,
  type QueuedTicket,
  type QueueFigures,
  queuePagesQuery,
  type TicketSearch,
  useSpan,
} from './tickets.queries.ts'

/** The tickets of all customers: the waiting ones by waiting time, this operator's own, the answered and the closed. */
export function QueuePage() {
  const { t } = useTranslation('tickets')
  const [which, setWhich] = useState<Queue>('WAITING')
  const [status, setStatus] = useState<TicketStatus | 'ALL'>('ALL')
  const asked = which === 'WAITING' || which === 'MINE' ? status : 'ALL'
  const pages = useInfiniteQuery(queuePagesQuery({ which, status: asked === 'ALL' ? undefined : asked }))
  const columns = useTicketColumns()
  const figures = pages.data?.pages[0]?.baseDTO
  const [wanted, setWanted] = useState(NO_SEARCH)
  const isSearching = Object.values(wanted).some((part) => part.trim() !== '')
  return (
    <>
      <PageHeading
        title={t('title')}
        text={t('text')}
        aside={<TextLink to="/operations/tickets/answers">{t('answers')}</TextLink>}
      />
      <Figures figures={figures} />
      <Card>
        <TicketSearchFields wanted={wanted} onChange={setWanted} />
      </Card>
      <chakra.div height="4" />
      {isSearching ? (
        <FoundTickets wanted={wanted} />
      ) : (
        <Card>
          <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" gap="4">
            <chakra.div flex="1 1 20rem" minWidth="0">
              <Segmented
                label={t('which.label')}
                look="underline"
                value={which}
                options={TICKET_QUEUES.map((value) => ({ value, label: t(`which.${value}`) }))}
                onChange={setWhich}
              />
            </chakra.div>
            {(which === 'WAITING' || which === 'MINE') && (
              <chakra.div flex="0 1 16rem">
                <SelectField
                  label={t('status.label')}
                  value={status}
                  options={(['ALL', ...TICKET_STATUSES] as const).map((value) => ({
                    value,
                    label: t(`status.${value}`),
                  }))}
                  onChange={setStatus}
                />
              </chakra.div>
            )}
          </chakra.div>
          <ConsoleList pages={pages} empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}>
            {(rows) => <DataTable caption={t('title')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
          </ConsoleList>
        </Card>
      )}
    </>
  )
}

/** The figures of the queue, whose places are kept until they are known: what is below must not move. */
function Figures({ figures }: { figures: QueueFigures | undefined }) {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const { since, ofMinutes } = useSpan()
  const { waiting, oldestWaitsSince, firstAnswerMinutes } = figures ?? {}
  const shown = [
    {
      label: t('figures.waiting'),
      value: waiting === undefined ? t('figures.none') : showDigits(String(waiting), language),
    },
    { label: t('figures.oldest'), value: oldestWaitsSince ? since(oldestWaitsSince) : t('figures.none') },
    {
      label: t('figures.firstAnswer'),
      value: firstAnswerMinutes == null ? t('figures.none') : ofMinutes(firstAnswerMinutes),
    },
  ]
  return (
    <chakra.dl display="flex" flexWrap="wrap" columnGap="8" rowGap="2" marginBottom="4">
      {shown.map(({ label, value }) => (
        <div key={label}>
          <chakra.dt fontSize="xs" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd fontSize="lg" fontWeight="bold">
            {value}
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
  )
}

const NO_SEARCH: TicketSearch = { search: '', from: '', to: '' }
const QUIET_MS = 350

type FieldsProps = { wanted: TicketSearch; onChange: (wanted: TicketSearch) => void }

/** The search for a ticket by number or words, and by the days on which it was opened. */
function TicketSearchFields({ wanted, onChange }: FieldsProps) {
  const { t } = useTranslation('tickets')
  return (
    <>
      <SearchField
        label={t('find.search')}
        value={wanted.search}
        maxLength={TICKET_SEARCH_MAX}
        onChange={(search) => onChange({ ...wanted, search })}
      />
      <Folded title={t('find.days')}>
        <chakra.div
          display="grid"
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 24rem))' }}
        >
          <DayField label={t('find.from')} value={wanted.from} onChange={(from) => onChange({ ...wanted, from })} />
          <DayField label={t('find.to')} value={wanted.to} onChange={(to) => onChange({ ...wanted, to })} />
        </chakra.div>
      </Folded>
    </>
  )
}

/** The search results, shown instead of the queues. */
function FoundTickets({ wanted }: { wanted: TicketSearch }) {
  const { t } = useTranslation('tickets')
  const search = useDebounced(wanted.search.trim(), QUIET_MS)
  const pages = useInfiniteQuery(foundTicketsQuery({ ...wanted, search }))
  const columns = useTicketColumns()
  return (
    <Card>
      <ConsoleList pages={pages} empty={<EmptyState title={t('find.none.title')} text={t('find.none.text')} />}>
        {(rows) => <DataTable caption={t('find.found')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
      </ConsoleList>
    </Card>
  )
}

/** The columns of a list of tickets. */
function useTicketColumns(): readonly Column<QueuedTicket>[] {
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
