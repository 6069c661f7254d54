import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from './skeleton.tsx'

export type DonutPart = {
  key: string
  label: string /** Share of the whole; the parts need not sum to one. */
  share: number
}

export type DonutProps = {
  parts: readonly DonutPart[]
  /** Said to a screen reader in place of the picture. */
  label: string
  /** Stands in the hole. */
  children?: ReactNode
  size?: number
}

/** Its drawing library arrives only with the first donut. */
const DonutDrawing = lazy(() => import('./donut-drawing.tsx'))

export function Donut(props: DonutProps) {
  const { size = 200 } = props
  return (
    <Suspense fallback={<Skeleton width={`${size}px`} height={`${size}px`} borderRadius="full" />}>
      <DonutDrawing {...props} size={size} />
    </Suspense>
  )
}
