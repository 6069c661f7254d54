import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { BAR_CHART_HEIGHT, type DayBar } from './day-bar.ts'
import { Skeleton } from './skeleton.tsx'

/** Its drawing library arrives only with the first chart. */
const BarDrawing = lazy(() => import('./bar-drawing.tsx'))

/** One bar a day, the last one stands out. The figures stand in a table beside it. */
export function BarChart({ bars, label }: { bars: readonly DayBar[]; label: string }) {
  return (
    <Suspense fallback={<Skeleton width="full" height={`${BAR_CHART_HEIGHT / 16}rem`} />}>
      <chakra.div width="full">
        <BarDrawing bars={bars} label={label} />
      </chakra.div>
    </Suspense>
  )
}
