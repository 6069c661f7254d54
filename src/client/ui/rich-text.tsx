import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-body.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** The library that sanitises once more arrives only with the first text. */
const RichTextBody = lazy(() => import('./rich-text-body.tsx'))

/** HTML from the server, as elements of our own. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} height="1.5rem" />}>
      <RichTextBody {...props} />
    </Suspense>
  )
}
