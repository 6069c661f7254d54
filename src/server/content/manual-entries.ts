import type { Language } from '#domain/market-state.ts'
import type { ContentBoard } from './content-board.ts'

/** An entry of the user manual as visitors get it. */
export interface ManualEntry {
  readonly slug: string
  readonly title: string
  readonly html: string
  /** Absent before the first heading. */
  readonly heading?: { readonly slug: string; readonly title: string }
}

/** The user manual in its order, each entry with the last heading up to its own place. */
export function manualEntries(board: Pick<ContentBoard, 'list'>, language: Language): ManualEntry[] {
  const headings = board.list('HEADING', language)
  return board.list('MANUAL', language).map(({ slug, title, html, position }) => {
    const heading = headings.findLast((each) => each.position <= position)
    return { slug, title, html, ...(heading && { heading: { slug: heading.slug, title: heading.title } }) }
  })
}
