/** Which rows of a list, newest first: a page, counted from 1, or those after the row that a cursor names. */
export interface PageOf {
  readonly page?: number | undefined
  readonly size?: number | undefined
  /** What the last answer called `next`; empty for the newest rows. */
  readonly before?: string | undefined
}

export const PAGE_ROWS = 10

/** How far pages with numbers reach: finding one costs as many steps as rows stand before it. A cursor goes on without end. */
export const PAGED_ROWS_MAX = 10_000
