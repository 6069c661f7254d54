import { lazy, Suspense } from 'react'
import { useThemeMode } from '#client/lib/theme-mode.ts'
import type { CandleChartProps } from './candle.ts'
import { Skeleton } from './skeleton.tsx'

/** Lazy: the drawing library is loaded with the first chart. */
const CandleDrawing = lazy(() => import('./candle-drawing.tsx'))

/** Candles and volume. Time runs from left to right in both languages. */
export function CandleChart(props: CandleChartProps) {
  // A canvas cannot follow the theme's CSS variables, so a new theme mounts a new drawing.
  const theme = useThemeMode()
  return (
    <Suspense fallback={<Skeleton height="full" borderRadius="md" />}>
      <CandleDrawing key={theme} {...props} />
    </Suspense>
  )
}
