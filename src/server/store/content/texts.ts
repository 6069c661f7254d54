import type { Language } from '#domain/market-state.ts'
import type { Queryable, Transaction } from '../database.ts'
import { raiseRevision } from './published.ts'

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
  const { entryId, language, version, title, body, at, operatorId } = written
  await tx.query(
    'update content_texts set newest = $3, by_operator = true where entry_id = $1 and language = $2 and newest = $3 - 1',
    [entryId, language, version],
  )
  await tx.query(
    `insert into content_versions (entry_id, language, version, title, body, at, operator_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [entryId, language, version, title, body, at, operatorId],
  )
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
  const { entryId, language, version, at, operatorId, reason } = published
  await tx.query('update content_texts set published = $3, by_operator = true where entry_id = $1 and language = $2', [
    entryId,
    language,
    version ?? null,
  ])
  await tx.query(
    `insert into content_publications (entry_id, language, version, at, operator_id, reason)
      values ($1, $2, $3, $4, $5, $6)`,
    [entryId, language, version ?? null, at, operatorId, reason],
  )
  await raiseRevision(tx)
}

const VERSION = `select v.version, v.title, v.body, v.at, u.operator_name as by
  from content_versions v left join users u on u.id = v.operator_id`

interface VersionColumns {
  version: number
  title: string
  body: string
  at: Date
  by: string | null
}

const written = ({ by, ...row }: VersionColumns): WrittenVersion => ({ ...row, by: by ?? undefined })

export async function readVersion(
  database: Queryable,
  { entryId, language, version }: TextOf & { readonly version: number },
): Promise<WrittenVersion | undefined> {
  const [row] = await database.query<VersionColumns>(
    `${VERSION} where v.entry_id = $1 and v.language = $2 and v.version = $3`,
    [entryId, language, version],
  )
  return row && written(row)
}

/** Versions of a text, newest first. */
export async function listVersions(
  database: Queryable,
  { entryId, language, before, rowsMax }: TextOf & { readonly before: string | undefined; readonly rowsMax: number },
): Promise<WrittenVersion[]> {
  const rows = await database.query<VersionColumns>(
    `${VERSION} where v.entry_id = $1 and v.language = $2 and ($3::bigint is null or v.version < $3::bigint)
      order by v.version desc limit $4`,
    [entryId, language, before ?? null, rowsMax],
  )
  return rows.map(written)
}

export interface Publication {
  /** `undefined`: withdrawn. */
  readonly version: number | undefined
  readonly at: Date
  readonly by: string | undefined
  readonly reason: string | undefined
}

/** The newest publications of a text, newest first. */
export async function listPublications(
  database: Queryable,
  { entryId, language, rowsMax }: TextOf & { readonly rowsMax: number },
): Promise<Publication[]> {
  const rows = await database.query<{ version: number | null; at: Date; by: string | null; reason: string | null }>(
    `select p.version, p.at, u.operator_name as by, p.reason
      from content_publications p left join users u on u.id = p.operator_id
      where p.entry_id = $1 and p.language = $2 order by p.id desc limit $3`,
    [entryId, language, rowsMax],
  )
  return rows.map(({ version, at, by, reason }) => ({
    version: version ?? undefined,
    at,
    by: by ?? undefined,
    reason: reason ?? undefined,
  }))
}
