import { toCount } from '#domain/counts.ts'
import { PAGE_ROWS, PAGED_ROWS_MAX, type PageOf } from '#domain/page.ts'
import type { Queryable, SqlValue } from './database.ts'

/** A part of a list, newest first. */
export interface Paged<Row> {
  readonly rows: readonly Row[]
  /** The cursor of the following rows; absent if there are none. */
  readonly next?: string
  /** Present for numbered pages; never more pages than can be requested. */
  readonly totalPages?: number
}

/** The rows from the first of these numbers to the one before `end`: ids are in order of time. */
export interface IdSpan {
  readonly first?: bigint | undefined
  readonly end?: bigint | undefined
}

/** Adds values to a statement. @returns a function that adds one and returns its "$3" */
export const numberIn = (values: SqlValue[]) => (value: SqlValue) => `$${values.push(value)}`

export const idConditions = ({ first, end }: IdSpan = {}, number: (value: SqlValue) => string) => [
  first !== undefined && `id >= ${number(first)}`,
  end !== undefined && `id < ${number(end)}`,
]

export const allOf = (conditions: readonly (string | false | undefined)[]) => conditions.filter(Boolean).join(' and ')

/** The table and the order of a list. */
export interface List {
  readonly table: string
  /**
   * SQL conditions, of which a row meets at most one. Each needs an index whose keys are those of the condition, followed by `id`; a
   * condition on a column after `id` filters rows within the index.
   */
  readonly conditions: readonly string[]
  /** Numbered from `$1`. */
  readonly values: readonly SqlValue[]
  /** SQL that reads one row by `page.id`; absent: the table's own columns. */
  readonly row?: string
}

/**
 * Reads a page of a list. First the ids are read from the indexes alone, from each as many as the page could need; then the rows of the
 * page by their ids. The cost does not depend on the length of the list, and the plan suits every user.
 */
export async function readPage<Columns extends { id: bigint }, Row>(
  database: Queryable,
  { list, asked, read }: { list: List; asked: PageOf; read: (columns: Columns) => Row },
): Promise<Paged<Row>> {
  const { page = 1, size = PAGE_ROWS, before } = asked
  const isByNumber = before === undefined
  if (list.conditions.length === 0) return isByNumber ? { rows: [], totalPages: 0 } : { rows: [] }
  const { table, row = `select * from ${table} where id = page.id` } = list
  const offset = isByNumber ? (page - 1) * size : 0
  const { ids, values } = newestIds(list, { before: before === '' ? undefined : before, limit: offset + size + 1 })
  // Without "offset 0" the planner may join the whole table to a page, since it does not know that pages are short.
  const found = await database.query<Columns>(
    `select own.* from (select id from (${ids}) as newest offset $${values.length + 1}) as page
      cross join lateral (${row} offset 0) as own order by page.id desc`,
    [...values, offset],
  )
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const isMore = found.length > size
  const count = isByNumber ? await countRows() : undefined
  return {
    rows: rows.map(read),
    ...(isMore && last && { next: String(last.id) }),
    ...(count !== undefined && {
      totalPages: Math.min(Math.ceil(count / size), Math.floor(PAGED_ROWS_MAX / size)),
    }),
  }

  /** Counts as far as pages reach, without counting again what the page has shown. */
  async function countRows(): Promise<number> {
    const counted = rows.length > 0 ? offset + rows.length : 0
    const isKnown = isMore ? counted >= PAGED_ROWS_MAX : rows.length > 0 || offset === 0
    if (isKnown) return counted
    const rest = newestIds(list, { before: last?.id, limit: PAGED_ROWS_MAX - counted })
    const [total] = await database.query<{ count: bigint }>(`select count(*) from (${rest.ids}) as rest`, rest.values)
    return counted + toCount(total?.count ?? 0n)
  }
}

/** The number of rows of a list, counted up to a bound by the indexes alone. */
export async function countList(database: Queryable, list: List, countMax: number): Promise<number> {
  if (list.conditions.length === 0) return 0
  const { ids, values } = newestIds(list, { before: undefined, limit: countMax })
  const [total] = await database.query<{ count: bigint }>(`select count(*) from (${ids}) as counted`, values)
  return toCount(total?.count ?? 0n)
}

function newestIds(
  { table, conditions, values }: List,
  { before, limit }: { before: string | bigint | undefined; limit: number },
): { ids: string; values: SqlValue[] } {
  // A limit in a subselect hides its value from the planner, which would otherwise choose a sort for large pages.
  const order = `order by id desc limit (select $${values.length + 1}::bigint)`
  const older = before === undefined ? '' : ` and id < $${values.length + 2}`
  const parts = conditions.map((condition) => `(select id from ${table} where ${condition}${older} ${order})`)
  return {
    ids: `select id from (${parts.join(' union all ')}) as parts ${order}`,
    values: [...values, limit, ...(before === undefined ? [] : [before])],
  }
}

/** The first rows of a list that was read with one row more, and the cursor of the rows after them. */
export function cutPage<Row>(
  found: readonly Row[],
  size: number,
  idOf: (row: Row) => number,
): { readonly rows: readonly Row[]; readonly next?: string } {
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  return { rows, ...(found.length > size && last && { next: String(idOf(last)) }) }
}
