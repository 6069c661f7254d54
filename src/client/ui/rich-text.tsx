import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-body.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** The library that sanitises once more arrives only with the first text. A route whose page is a text loads it beforehand. */
export const loadRichText = () => import('./rich-text-body.tsx')

const RichTextBody = lazy(loadRichText)

/** HTML from the server, as elements of our own. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} height="1.5rem" />}>
      <RichTextBody {...props} />
    </Suspense>
  )
}
