import { lazy, Suspense } from 'react'
import type { SignedBar } from './signed-bar.ts'
import { SkeletonRows } from './skeleton.tsx'

/** Lazy: the drawing library is loaded with the first chart. */
const SignedBarsDrawing = lazy(() => import('./signed-bars-drawing.tsx'))

/** A bar for each row, above or below zero. The figures are shown next to the bars, and in a table for screen readers. */
export function SignedBars({ bars, label }: { bars: readonly SignedBar[]; label: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={bars.length} />}>
      <SignedBarsDrawing bars={bars} label={label} />
    </Suspense>
  )
}
