import type { ContentKind } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Queryable, Transaction } from '../database.ts'
import { raiseRevision, type TextState } from './texts.ts'

/** An entry with the state of its texts, and the title of each in its newest version. */
export interface ContentEntry {
  readonly id: number
  readonly kind: ContentKind
  readonly slug: string
  readonly position: number
  readonly texts: Readonly<Record<Language, TextState & { readonly title: string; readonly at: Date | undefined }>>
}

interface Columns {
  id: bigint
  kind: ContentKind
  slug: string
  position: number
  language: Language
  newest: number
  published: number | null
  title: string | null
  at: Date | null
}

const ENTRIES = `select e.id, e.kind, e.slug, e.position, t.language, t.newest, t.published, v.title, v.at
  from content_entries e join content_texts t on t.entry_id = e.id
    left join content_versions v on v.entry_id = t.entry_id and v.language = t.language and v.version = t.newest`

/** All entries of a kind, in their order. */
export async function listEntries(database: Queryable, kind: ContentKind): Promise<ContentEntry[]> {
  const rows = await database.query<Columns>(`${ENTRIES} where e.kind = $1 order by e.position, e.slug, t.language`, [
    kind,
  ])
  return entriesOf(rows)
}

export async function findEntry(
  database: Queryable,
  { kind, slug }: { kind: ContentKind; slug: string },
): Promise<ContentEntry | undefined> {
  const rows = await database.query<Columns>(`${ENTRIES} where e.kind = $1 and e.slug = $2 order by t.language`, [
    kind,
    slug,
  ])
  return entriesOf(rows)[0]
}

/** Rows come in pairs per entry, English first. */
function entriesOf(rows: readonly Columns[]): ContentEntry[] {
  return rows.flatMap((en, index) => {
    const fa = rows[index + 1]
    if (en.language !== 'en' || fa?.id !== en.id) return []
    const { id, kind, slug, position } = en
    return [{ id: toCount(id), kind, slug, position, texts: { fa: textOf(fa), en: textOf(en) } }]
  })
}

const textOf = ({ newest, published, title, at }: Columns) => ({
  newest,
  published: published ?? undefined,
  title: title ?? '',
  at: at ?? undefined,
})

/** @returns the id of the new entry, which has no text yet; `undefined` if one of that name exists */
export async function addEntry(
  tx: Transaction,
  entry: { kind: ContentKind; slug: string; position: number; at: Date; operatorId: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `insert into content_entries (kind, slug, position, created_at, created_by) values ($1, $2, $3, $4, $5)
      on conflict (kind, slug) do nothing returning id`,
    [entry.kind, entry.slug, entry.position, entry.at, entry.operatorId],
  )
  if (!row) return undefined
  await tx.query(
    `insert into content_texts (entry_id, language, by_operator) values ($1, 'fa', true), ($1, 'en', true)`,
    [row.id],
  )
  return toCount(row.id)
}

/** Moves an entry to another place in its list, for an operator. */
export async function moveEntry(tx: Transaction, { id, position }: { id: number; position: number }): Promise<void> {
  await tx.query('update content_entries set position = $2 where id = $1', [id, position])
  await tx.query('update content_texts set by_operator = true where entry_id = $1', [id])
  await raiseRevision(tx)
}
