import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, useCallback, useState } from 'react'
import { ROW_PX } from './market-row.tsx'
import { MarketsTable, type WholeTable } from './markets-table.tsx'

/** Rows that are drawn before and after those on the screen. */
const AROUND = 6

type LongMarketListProps = ComponentProps<typeof MarketsTable> & { whole: WholeTable }

/**
 * Draws only the rows that are near the screen: 1,000 rows with their lines and icons take seconds on a phone. Loaded for a long list alone, since
 * TanStack Virtual is 33 KB.
 */
export default function LongMarketList({ rows, whole, ...table }: LongMarketListProps) {
  const [top, setTop] = useState(0)
  const takeTop = useCallback((list: HTMLDivElement | null) => {
    if (list) setTop(list.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: AROUND,
    scrollMargin: top,
  })
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const part = {
    first,
    count: rows.length,
    before: (drawn[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() + top - (drawn.at(-1)?.end ?? top),
    measure: virtualizer.measureElement,
  }
  return (
    <div ref={takeTop}>
      <MarketsTable {...table} rows={rows.slice(first, first + drawn.length)} whole={{ ...whole, part }} />
    </div>
  )
}
