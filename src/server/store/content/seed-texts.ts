import type { ContentKind } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import type { Language } from '#domain/market-state.ts'
import type { Database, Transaction } from '../database.ts'
import { raiseRevision } from './texts.ts'

/** A text that the product contains. */
export interface SeededText {
  readonly kind: ContentKind
  readonly slug: string
  readonly position: number
  readonly language: Language
  readonly title: string
  readonly body: string
}

interface Standing {
  entry_id: bigint
  kind: ContentKind
  slug: string
  language: Language
  newest: number
  published: number | null
  by_operator: boolean
  title: string | null
  body: string | null
}

interface Change {
  readonly entryId: number
  readonly language: Language
  readonly version: number
  /** `undefined`: the product no longer contains the text, which is withdrawn. */
  readonly text: SeededText | undefined
  /** True if the version exists already. */
  readonly isWritten: boolean
}

/**
 * Writes and publishes the product's own texts: new ones, and changed ones that no operator has ever touched. A text that an operator has
 * written, published, withdrawn or moved stays.
 */
export function seedTexts(
  database: Database,
  { texts, at }: { texts: readonly SeededText[]; at: Date },
): Promise<void> {
  return database.transaction(async (tx) => {
    // Two processes that start at the same time seed one after the other.
    await tx.query('select revision from content_revision for update')
    await addMissingEntries(tx, { texts, at })
    const changes = changesOf(await readStanding(tx), texts)
    if (changes.length === 0) return
    await writeChanges(tx, { changes, at })
    await raiseRevision(tx)
  })
}

async function addMissingEntries(tx: Transaction, { texts, at }: { texts: readonly SeededText[]; at: Date }) {
  const columns = [texts.map(({ kind }) => kind), texts.map(({ slug }) => slug), texts.map(({ position }) => position)]
  await tx.query(
    `insert into content_entries (kind, slug, position, created_at)
      select distinct on (kind, slug) kind, slug, position, $4::timestamptz
      from unnest($1::text[], $2::text[], $3::int[]) as seed (kind, slug, position) order by kind, slug, position
      on conflict (kind, slug) do nothing`,
    [...columns, at],
  )
  await tx.query(
    `insert into content_texts (entry_id, language)
      select id, language from content_entries cross join (values ('fa'), ('en')) as languages (language)
      on conflict do nothing`,
  )
  await tx.query(
    `update content_entries e set position = seed.position
      from unnest($1::text[], $2::text[], $3::int[]) as seed (kind, slug, position)
      where e.kind = seed.kind and e.slug = seed.slug and e.position <> seed.position
        and not exists (select 1 from content_texts t where t.entry_id = e.id and t.by_operator)`,
    columns,
  )
}

const readStanding = (tx: Transaction) =>
  tx.query<Standing>(
    `select t.entry_id, e.kind, e.slug, t.language, t.newest, t.published, t.by_operator, v.title, v.body
      from content_texts t join content_entries e on e.id = t.entry_id
        left join content_versions v on v.entry_id = t.entry_id and v.language = t.language and v.version = t.newest
      order by t.entry_id, t.language`,
  )

function changesOf(standing: readonly Standing[], texts: readonly SeededText[]): Change[] {
  const seeds = new Map(texts.map((text) => [`${text.kind} ${text.slug} ${text.language}`, text]))
  return standing.flatMap((row): Change[] => {
    if (row.by_operator) return []
    const { language, newest, published } = row
    const text = seeds.get(`${row.kind} ${row.slug} ${language}`)
    const entryId = toCount(row.entry_id)
    if (!text) return published === null ? [] : [{ entryId, language, version: newest, text, isWritten: true }]
    const isWritten = newest > 0 && text.title === row.title && text.body === row.body
    if (isWritten && published === newest) return []
    return [{ entryId, language, version: isWritten ? newest : newest + 1, text, isWritten }]
  })
}

async function writeChanges(tx: Transaction, { changes, at }: { changes: readonly Change[]; at: Date }): Promise<void> {
  const keysOf = (some: readonly Change[]) => [
    some.map(({ entryId }) => entryId),
    some.map(({ language }) => language),
    some.map(({ version }) => version),
  ]
  const written = changes.filter(({ isWritten }) => !isWritten)
  await tx.query(
    `update content_texts t set newest = c.version
      from unnest($1::bigint[], $2::text[], $3::int[]) as c (entry_id, language, version)
      where t.entry_id = c.entry_id and t.language = c.language`,
    keysOf(written),
  )
  await tx.query(
    `insert into content_versions (entry_id, language, version, title, body, at)
      select entry_id, language, version, title, body, $6::timestamptz
      from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::text[]) as c (entry_id, language, version, title, body)`,
    [...keysOf(written), written.map(({ text }) => text?.title ?? ''), written.map(({ text }) => text?.body ?? ''), at],
  )
  const published = changes.map(({ text, version }) => (text ? version : null))
  const [entryIds = [], languages = []] = keysOf(changes)
  await tx.query(
    `update content_texts t set published = c.version
      from unnest($1::bigint[], $2::text[], $3::int[]) as c (entry_id, language, version)
      where t.entry_id = c.entry_id and t.language = c.language`,
    [entryIds, languages, published],
  )
  await tx.query(
    `insert into content_publications (entry_id, language, version, at)
      select entry_id, language, version, $4::timestamptz
      from unnest($1::bigint[], $2::text[], $3::int[]) as c (entry_id, language, version)`,
    [entryIds, languages, published, at],
  )
}
