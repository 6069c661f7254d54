import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Card } from '#client/ui/card.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { TICKET_SEARCH_MAX } from '#contract/operations-tickets.ts'
import { ConsoleList } from '../console-list.tsx'
import { DayField } from '../day-field.tsx'
import { Folded } from '../folded.tsx'
import { foundTicketsQuery, type TicketSearch } from './tickets.queries.ts'
import { useTicketColumns } from './use-ticket-columns.tsx'

export const NO_SEARCH: TicketSearch = { search: '', from: '', to: '' }
const QUIET_MS = 350

type FieldsProps = { wanted: TicketSearch; onChange: (wanted: TicketSearch) => void }

/** The search for a ticket by number or words, and by the days on which it was opened. */
export function TicketSearchFields({ wanted, onChange }: FieldsProps) {
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
export function FoundTickets({ wanted }: { wanted: TicketSearch }) {
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
