import type { ContentKind } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Queryable, Transaction } from '../database.ts'

/** A text that visitors read. */
export interface PublishedText {
  readonly kind: ContentKind
  readonly slug: string
  readonly position: number
  readonly language: Language
  readonly version: number
  readonly title: string
  /** Markdown; for INFO a JSON object. */
  readonly body: string
  readonly publishedAt: Date
}

/** Grows with every change of what visitors read. */
export async function readContentRevision(database: Queryable): Promise<number> {
  const [row] = await database.query<{ revision: bigint }>('select revision from content_revision')
  return toCount(row?.revision ?? 0n)
}

/** Call it in the transaction of each such change. */
export async function raiseRevision(tx: Transaction): Promise<void> {
  await tx.query('update content_revision set revision = revision + 1')
}

/** Every published text, in the order of the lists. */
export async function readPublished(database: Queryable): Promise<PublishedText[]> {
  const rows = await database.query<{
    kind: ContentKind
    slug: string
    position: number
    language: Language
    version: number
    title: string
    body: string
    at: Date
  }>(
    `select e.kind, e.slug, e.position, t.language, v.version, v.title, v.body, p.at
      from content_texts t join content_entries e on e.id = t.entry_id
        join content_versions v on v.entry_id = t.entry_id and v.language = t.language and v.version = t.published
        cross join lateral (select at from content_publications
          where entry_id = t.entry_id and language = t.language order by id desc limit 1) p
      order by e.kind, e.position, e.slug, t.language`,
  )
  return rows.map(({ at, ...row }) => ({ ...row, publishedAt: at }))
}
