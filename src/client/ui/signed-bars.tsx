import { lazy, Suspense } from 'react'
import type { SignedBar } from './signed-bar.ts'
import { SkeletonRows } from './skeleton.tsx'

/** Its drawing library arrives only with the first chart. */
const SignedBarsDrawing = lazy(() => import('./signed-bars-drawing.tsx'))

/** What is above and what is below zero, as one bar a row. The figures stand beside the bars, and in a table for screen readers. */
export function SignedBars({ bars, label }: { bars: readonly SignedBar[]; label: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={bars.length} />}>
      <SignedBarsDrawing bars={bars} label={label} />
    </Suspense>
  )
}
