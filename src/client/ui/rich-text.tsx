import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-body.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** The sanitising library is loaded with the first text. A route whose page is a text preloads it. */
export const loadRichText = () => import('./rich-text-body.tsx')

const RichTextBody = lazy(loadRichText)

/** Renders HTML from the server as our own elements. @param rows lines of the placeholder, about as many as the text has on the screen */
export function RichText({ rows = 3, ...text }: RichTextProps & { rows?: number }) {
  return (
    <Suspense fallback={<SkeletonRows rows={rows} height="1.5rem" />}>
      <RichTextBody {...text} />
    </Suspense>
  )
}
