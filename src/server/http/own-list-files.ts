import { EXPORT_ROWS_MAX } from '#contract/own-files.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import type { PageOf } from '#domain/page.ts'
import { dayInTehran } from '#domain/tehran-day.ts'
import { csvDownload, type Download } from './route.ts'

/** Rows per query: no query is long, and a file of any size needs the memory of this many rows. */
const PORTION = 500

/** A user's own list that can be had as a file. */
export interface OwnList<Row> {
  /** The word of the list in the name of its file. */
  readonly name: string
  readonly headers: readonly string[]
  /** Counts the rows up to a bound. */
  count(countMax: number): Promise<number>
  read(page: PageOf): Promise<{ readonly rows: readonly Row[]; readonly next?: string }>
  cells(row: Row): readonly string[]
}

/** Files of own lists for spreadsheets, one at a time for each user, since each keeps the database busy for a while. */
export class OwnListFiles {
  readonly #now: () => number
  /** The users whose files are being sent. */
  readonly #busy = new Set<number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Refuses as the list does, then EXPORT_TOO_LARGE, TOO_MANY_REQUESTS. */
  async send<Row>(userId: number, list: OwnList<Row> | Rejected): Promise<Download | Rejected> {
    if (list instanceof Rejected) return list
    // Counted as far as a file reaches and one more.
    if ((await list.count(EXPORT_ROWS_MAX + 1)) > EXPORT_ROWS_MAX) return rejected('EXPORT_TOO_LARGE', { field: 'to' })
    if (this.#busy.has(userId)) return rejected('TOO_MANY_REQUESTS')
    return csvDownload({
      fileName: `kimia-${list.name}-${dayInTehran(new Date(this.#now()), 'en')}.csv`,
      headers: list.headers,
      rows: this.#rows(userId, list),
    })
  }

  /** Reads in portions as fast as the file is fetched. */
  async *#rows<Row>(userId: number, list: OwnList<Row>): AsyncGenerator<readonly string[], void> {
    this.#busy.add(userId)
    try {
      for (let before: string | undefined = ''; before !== undefined; ) {
        const page: Awaited<ReturnType<typeof list.read>> = await list.read({ before, size: PORTION })
        for (const row of page.rows) yield list.cells(row)
        before = page.next
      }
    } finally {
      this.#busy.delete(userId)
    }
  }
}
