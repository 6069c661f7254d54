import { textOfHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'
import type { ContentBoard } from './content-board.ts'

/** An entry of the user manual as visitors read it. */
export interface ManualEntry {
  readonly slug: string
  readonly title: string
  readonly html: string
  /** Absent before the first heading. */
  readonly heading?: { readonly slug: string; readonly title: string; readonly text: string }
}

/** The user manual in its order, each entry with the last heading at or before its position. */
export function manualEntries(board: Pick<ContentBoard, 'list'>, language: Language): ManualEntry[] {
  const headings = board
    .list('HEADING', language)
    .map(({ slug, title, html, position }) => ({ position, shown: { slug, title, text: textOfHtml(html) } }))
  return board.list('MANUAL', language).map(({ slug, title, html, position }) => {
    const heading = headings.findLast((each) => each.position <= position)
    return { slug, title, html, ...(heading && { heading: heading.shown }) }
  })
}
