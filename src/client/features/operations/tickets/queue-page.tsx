import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TICKET_QUEUES } from '#contract/operations-tickets.ts'
import { TICKET_STATUSES, type TicketStatus } from '#domain/ticket.ts'
import { ConsoleList } from '../console-list.tsx'
import { FoundTickets, NO_SEARCH, TicketSearchFields } from './ticket-search.tsx'
import { type Queue, type QueueFigures, queuePagesQuery } from './tickets.queries.ts'
import { useSpan } from './use-span.ts'
import { useTicketColumns } from './use-ticket-columns.tsx'

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
      {figures && <Figures figures={figures} />}
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

function Figures({ figures }: { figures: QueueFigures }) {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const { since, ofMinutes } = useSpan()
  const { waiting, oldestWaitsSince, firstAnswerMinutes } = figures
  const shown = [
    { label: t('figures.waiting'), value: showDigits(String(waiting), language) },
    { label: t('figures.oldest'), value: oldestWaitsSince ? since(oldestWaitsSince) : t('figures.none') },
    {
      label: t('figures.firstAnswer'),
      value: firstAnswerMinutes === null ? t('figures.none') : ofMinutes(firstAnswerMinutes),
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
