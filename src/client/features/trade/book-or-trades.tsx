import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '#client/ui/segmented.tsx'
import { BookGrouping } from './book-grouping.tsx'
import { Depth } from './depth.tsx'
import { LastTrades, TradesChoice } from './last-trades.tsx'
import type { MarketPath } from './market-path.ts'
import { useTakeLevel } from './order-desk.tsx'

type BookOrTradesProps = {
  path: MarketPath
  /** Levels of each side; absent for all that the book has. */
  rows?: number
  /** Beside a phone's form: the choice of rows is below them, and the book has no sums. */
  narrow?: boolean
}

/** The order book, and the last trades behind a tab beside it. */
export function BookOrTrades({ path, rows, narrow = false }: BookOrTradesProps) {
  const { t } = useTranslation('trade')
  const [view, setView] = useState<'book' | 'trades'>('book')
  const panelId = useId()
  const take = useTakeLevel()
  const choice = view === 'book' ? <BookGrouping path={path} /> : <TradesChoice />
  return (
    <>
      <chakra.div
        display={narrow ? 'block' : 'flex'}
        justifyContent="space-between"
        alignItems="center"
        gap="2"
        paddingBottom={narrow ? '2' : '1'}
        paddingInline={narrow ? undefined : '1'}
      >
        <Segmented
          as="tabs"
          look={narrow ? 'narrow' : 'underline'}
          panelId={panelId}
          label={t('book.title')}
          value={view}
          options={(['book', 'trades'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
          onChange={setView}
        />
        {!narrow && choice}
      </chakra.div>
      <div role="tabpanel" id={panelId}>
        {view === 'book' ? (
          <Depth path={path} onTake={take} short={narrow} {...(rows ? { rows } : {})} />
        ) : (
          <LastTrades path={path} />
        )}
      </div>
      {narrow && (
        <chakra.div display="grid" paddingTop="1">
          {choice}
        </chakra.div>
      )}
    </>
  )
}
