import { lazy, Suspense } from 'react'
import type { DonutProps } from './donut-props.ts'
import { Skeleton } from './skeleton.tsx'

/** Its drawing library arrives only with the first donut. */
const DonutDrawing = lazy(() => import('./donut-drawing.tsx'))

export function Donut(props: DonutProps) {
  const { size = 200 } = props
  return (
    <Suspense fallback={<Skeleton width={`${size / 16}rem`} height={`${size / 16}rem`} borderRadius="full" />}>
      <DonutDrawing {...props} size={size} />
    </Suspense>
  )
}
