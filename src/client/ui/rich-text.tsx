import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-body.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** The sanitising library is loaded with the first text. A route whose page is a text preloads it. */
export const loadRichText = () => import('./rich-text-body.tsx')

const RichTextBody = lazy(loadRichText)

/** Renders HTML from the server as our own elements. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} height="1.5rem" />}>
      <RichTextBody {...props} />
    </Suspense>
  )
}
