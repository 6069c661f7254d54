/** Selects rows of a list, newest first: a page, counted from 1, or the rows after a cursor. */
export interface PageOf {
  readonly page?: number | undefined
  readonly size?: number | undefined
  /** The `next` of the last answer; empty for the newest rows. */
  readonly before?: string | undefined
}

export const PAGE_ROWS = 10

/** The reach of numbered pages: finding one costs a step for every row before it. A cursor has no limit. */
export const PAGED_ROWS_MAX = 10_000
