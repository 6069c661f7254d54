import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { type SeededText, seedTexts } from '#server/store/content/seed-texts.ts'
import {
  addVersion,
  listVersions,
  publishVersion,
  readContentRevision,
  readPublished,
} from '#server/store/content/texts.ts'
import type { Database } from '#server/store/database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('texts that come with the product', (open) => {
  let database: Database
  let operatorId: number
  const at = new Date('2026-11-22T08:00:00Z')

  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
    const [user] = await database.query<{ id: number }>(
      `insert into users (mobile, referral_code, created_at, role, operator_name, operator_roles)
        values ('+989120000009', 'OPER1111', now(), 'OPERATOR', 'Sara', '{ADMIN}') returning id::int as id`,
    )
    operatorId = user?.id ?? 0
  })
  beforeEach(() => seed([]))

  const text = (slug: string, body: string, language: 'fa' | 'en' = 'fa', position = 1): SeededText => ({
    kind: 'FAQ',
    slug,
    position,
    language,
    title: slug,
    body,
  })
  const seed = (texts: readonly SeededText[]) => seedTexts(database, { texts, at })
  const published = async () =>
    (await readPublished(database)).map(({ slug, language, version, body }) => `${slug} ${language} ${version} ${body}`)
  const entryIdOf = async (slug: string) => {
    const [row] = await database.query<{ id: number }>('select id::int as id from content_entries where slug = $1', [
      slug,
    ])
    return row?.id ?? 0
  }

  test('are published where they do not exist yet, in the order of their numbers', async () => {
    await seed([text('zebra', 'z', 'fa', 1), text('apple', 'a', 'fa', 2), text('apple', 'A', 'en', 2)])
    expect(await published()).toEqual(['zebra fa 1 z', 'apple en 1 A', 'apple fa 1 a'])
    await seed([text('zebra', 'z', 'fa', 3), text('apple', 'a', 'fa', 2), text('apple', 'A', 'en', 2)])
    expect(await published()).toEqual(['apple en 1 A', 'apple fa 1 a', 'zebra fa 1 z'])
  })

  test('change nothing, and wake nobody, when they are the same', async () => {
    await seed([text('same', 's')])
    const revision = await readContentRevision(database)
    await seed([text('same', 's')])
    expect(await readContentRevision(database)).toBe(revision)
  })

  test('are updated while no operator has touched them, each version kept; what went out of the product is withdrawn', async () => {
    await seed([text('kept', 'one')])
    await seed([text('kept', 'two')])
    expect(await published()).toEqual(['kept fa 2 two'])
    const versions = await listVersions(database, {
      entryId: await entryIdOf('kept'),
      language: 'fa',
      before: undefined,
      rowsMax: 10,
    })
    expect(versions.map(({ version, body, by }) => [version, body, by])).toEqual([
      [2, 'two', undefined],
      [1, 'one', undefined],
    ])
    await seed([])
    expect(await published()).toEqual([])
    await seed([text('kept', 'two')])
    expect(await published()).toEqual(['kept fa 2 two'])
  })

  test('never overwrite what an operator has written, published or withdrawn', async () => {
    await seed([text('written', 'ours'), text('hidden', 'ours'), text('written', 'ours', 'en')])
    const written = { entryId: await entryIdOf('written'), language: 'fa', operatorId, at } as const
    const hidden = { entryId: await entryIdOf('hidden'), language: 'fa', operatorId, at } as const
    await database.transaction(async (tx) => {
      await addVersion(tx, { ...written, version: 2, title: 'written', body: 'theirs' })
      await publishVersion(tx, { ...written, version: 2, reason: 'Better words' })
      await publishVersion(tx, { ...hidden, version: undefined, reason: 'Not ours' })
    })
    await seed([text('written', 'ours, newer'), text('hidden', 'ours, newer'), text('written', 'ours, newer', 'en')])
    expect(await published()).toEqual(['written en 2 ours, newer', 'written fa 2 theirs'])
    await seed([])
    expect(await published()).toEqual(['written fa 2 theirs'])
  })

  test('are written once by processes that start together', async () => {
    await Promise.all([seed([text('once', 'o')]), seed([text('once', 'o')])])
    expect((await published()).filter((row) => row.startsWith('once'))).toEqual(['once fa 1 o'])
  })

  test('versions and publications are never changed or removed', async () => {
    await expect(database.query(`update content_versions set body = 'x'`)).rejects.toThrow(/never changed/)
    await expect(database.query('delete from content_publications')).rejects.toThrow(/never changed/)
  })
})
