import { toCount } from '#domain/counts.ts'

/** Which rows of a list: pages count from 1. */
export interface PageOf {
  readonly page: number
  readonly size: number
}

export interface Paged<Row> {
  readonly rows: readonly Row[]
  readonly totalPages: number
}

export const offsetOf = ({ page, size }: PageOf) => (page - 1) * size

export const pagesOf = (count: bigint, { size }: PageOf) => Math.ceil(toCount(count) / size)
