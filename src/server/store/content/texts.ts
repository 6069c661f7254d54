import type { ContentKind } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, insertRow, readRows, rowAs, tryInsert, updateRows } from '../rows.ts'

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
export const readContentRevision = (database: Queryable): Promise<number> =>
  countOf(database, 'select revision from content_revision')

/** Call it in the transaction of each such change. */
export async function raiseRevision(tx: Transaction): Promise<void> {
  await tx.query('update content_revision set revision = revision + 1')
}

/** Every published text, in the order of the lists. */
export async function readPublished(database: Queryable): Promise<PublishedText[]> {
  return readRows(
    database,
    rowAs<PublishedText>(),
    `select e.kind, e.slug, e.position, t.language, v.version, v.title, v.body, p.at as "publishedAt"
      from content_texts t join content_entries e on e.id = t.entry_id
        join content_versions v on v.entry_id = t.entry_id and v.language = t.language and v.version = t.published
        cross join lateral (select at from content_publications
          where entry_id = t.entry_id and language = t.language order by id desc limit 1) p
      order by e.kind, e.position, e.slug, t.language`,
  )
}

/** Identifies a text. */
export interface TextOf {
  readonly entryId: number
  readonly language: Language
}

export interface TextState {
  /** The newest version; 0 if there is none. */
  readonly newest: number
  readonly published: number | undefined
}

export interface WrittenVersion {
  readonly version: number
  readonly title: string
  readonly body: string
  readonly at: Date
  /** The name of the operator who wrote it; `undefined` if the product contains it. */
  readonly by: string | undefined
}

/** The state of a text; other changes of it wait until this transaction has ended. */
export async function lockText(tx: Transaction, { entryId, language }: TextOf): Promise<TextState> {
  const [row] = await tx.query<{ newest: number; published: number | null }>(
    'select newest, published from content_texts where entry_id = $1 and language = $2 for update',
    [entryId, language],
  )
  if (!row) throw new Error(`content entry ${entryId} has no text in ${language}`)
  return { newest: row.newest, published: row.published ?? undefined }
}

/** Adds the next version of a locked text, for an operator. */
export async function addVersion(
  tx: Transaction,
  written: TextOf & Omit<WrittenVersion, 'by'> & { readonly operatorId: number },
): Promise<void> {
  const { entryId, language, version } = written
  await tx.query(
    'update content_texts set newest = $3, by_operator = true where entry_id = $1 and language = $2 and newest = $3 - 1',
    [entryId, language, version],
  )
  await insertRow(tx, 'content_versions', { ...written })
}

/** Publishes a version of a locked text, or withdraws the text if no version is given, for an operator. */
export async function publishVersion(
  tx: Transaction,
  published: TextOf & {
    readonly version: number | undefined
    readonly at: Date
    readonly operatorId: number
    readonly reason: string
  },
): Promise<void> {
  const { entryId, language, version } = published
  await updateRows(tx, 'content_texts', { entryId, language }, { published: version, byOperator: true })
  await insertRow(tx, 'content_publications', { ...published })
  await raiseRevision(tx)
}

const VERSION = `select v.version, v.title, v.body, v.at, u.operator_name as by
  from content_versions v left join users u on u.id = v.operator_id`

const written = rowAs<WrittenVersion>()

export const readVersion = (
  database: Queryable,
  { entryId, language, version }: TextOf & { readonly version: number },
): Promise<WrittenVersion | undefined> =>
  findRow(database, written, `${VERSION} where v.entry_id = $1 and v.language = $2 and v.version = $3`, [
    entryId,
    language,
    version,
  ])

/** Versions of a text, newest first. */
export const listVersions = (
  database: Queryable,
  { entryId, language, before, rowsMax }: TextOf & { readonly before: string | undefined; readonly rowsMax: number },
): Promise<WrittenVersion[]> =>
  readRows(
    database,
    written,
    `${VERSION} where v.entry_id = $1 and v.language = $2 and ($3::bigint is null or v.version < $3::bigint)
      order by v.version desc limit $4`,
    [entryId, language, before, rowsMax],
  )

export interface Publication {
  /** `undefined`: withdrawn. */
  readonly version: number | undefined
  readonly at: Date
  readonly by: string | undefined
  readonly reason: string | undefined
}

/** The newest publications of a text, newest first. */
export const listPublications = (
  database: Queryable,
  { entryId, language, rowsMax }: TextOf & { readonly rowsMax: number },
): Promise<Publication[]> =>
  readRows(
    database,
    rowAs<Publication>(),
    `select p.version, p.at, u.operator_name as by, p.reason
      from content_publications p left join users u on u.id = p.operator_id
      where p.entry_id = $1 and p.language = $2 order by p.id desc limit $3`,
    [entryId, language, rowsMax],
  )

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
  const { at, operatorId, ...named } = entry
  const id = await tryInsert(tx, 'content_entries', { ...named, createdAt: at, createdBy: operatorId })
  if (id === undefined) return undefined
  await tx.query(
    `insert into content_texts (entry_id, language, by_operator) values ($1, 'fa', true), ($1, 'en', true)`,
    [id],
  )
  return id
}

/** Moves an entry to another place in its list, for an operator. */
export async function moveEntry(tx: Transaction, { id, position }: { id: number; position: number }): Promise<void> {
  await tx.query('update content_entries set position = $2 where id = $1', [id, position])
  await tx.query('update content_texts set by_operator = true where entry_id = $1', [id])
  await raiseRevision(tx)
}
