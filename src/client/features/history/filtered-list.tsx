import { chakra } from '@chakra-ui/react'
import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList, type Pages } from '#client/ui/page-list.tsx'
import { activeFields, type FilterProps } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'

interface FilteredListProps<Row> extends FilterProps {
  readonly pages: Pages<Row>
  /** Shown where there is nothing yet. */
  readonly empty: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list of the history under its filters. */
export function FilteredList<Row>({ tab, filter, onFilter, pages, empty, children }: FilteredListProps<Row>) {
  const isNarrowed = activeFields(tab, filter).length > 0
  return (
    <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
      <HistoryFilters tab={tab} filter={filter} onFilter={onFilter} />
      <PageList pages={pages} more="scroll" empty={isNarrowed ? <NothingMatches onFilter={onFilter} /> : empty}>
        {children}
      </PageList>
    </chakra.div>
  )
}

/** Shown where the filters leave nothing: the list itself may be long. */
function NothingMatches({ onFilter }: Pick<FilterProps, 'onFilter'>) {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<SlidersHorizontal size={24} />}
      title={t('filter.empty.title')}
      text={t('filter.empty.text')}
      action={
        <Button variant="quiet" onClick={() => onFilter({})}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}
