import { lazy, Suspense } from 'react'
import { useThemeMode } from '#client/lib/theme-mode.ts'
import type { CandleChartProps } from './candle.ts'
import { Skeleton } from './skeleton.tsx'

/** Its drawing library arrives only with the first chart. */
const CandleDrawing = lazy(() => import('./candle-drawing.tsx'))

/** Candles and volume. Time runs from left to right in both languages. */
export function CandleChart(props: CandleChartProps) {
  // A canvas does not follow the theme's variables, so another theme is another drawing.
  const theme = useThemeMode()
  return (
    <Suspense fallback={<Skeleton height="full" borderRadius="md" />}>
      <CandleDrawing key={theme} {...props} />
    </Suspense>
  )
}
