import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { BAR_CHART_HEIGHT, type DayBar } from './day-bar.ts'
import { Skeleton } from './skeleton.tsx'

/** Lazy: the drawing library is loaded with the first chart. */
const BarDrawing = lazy(() => import('./bar-drawing.tsx'))

/** A bar for each day, the last one highlighted. The page shows the figures in a table, too. */
export function BarChart({ bars, label }: { bars: readonly DayBar[]; label: string }) {
  return (
    <Suspense fallback={<Skeleton width="full" height={`${BAR_CHART_HEIGHT / 16}rem`} />}>
      <chakra.div width="full">
        <BarDrawing bars={bars} label={label} />
      </chakra.div>
    </Suspense>
  )
}
