import type * as z from 'zod/mini'
import * as contract from '#contract/operations-content.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { type ContentKind, fillPlaceholders, INFO_SLUG } from '#domain/content.ts'
import { readContacts, writeContacts } from '../../content/contacts.ts'
import { renderMarkdown } from '../../content/markdown.ts'
import { type Route, route } from '../../http/route.ts'
import {
  type ContentEntry,
  findEntry,
  listEntries,
  listPublications,
  listVersions,
  readVersion,
  type WrittenVersion,
} from '../../store/content/texts.ts'
import { cutPage } from '../../store/page.ts'
import { actingOf, actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOrDone } from '../proposals/proposal.ts'
import {
  checkContacts,
  checkLengths,
  checkText,
  createEntry,
  placeEntry,
  publishText,
  saveText,
  tidyText,
} from './change-content.ts'

const VERSIONS = 20
const PUBLICATIONS_MAX = 20

/** The routes of the texts that visitors read. */
export function contentRoomRoutes(services: ConsoleServices): Route[] {
  return [...readingRoutes(services), ...writingRoutes(services), ...publishingRoutes(services)]
}

function readingRoutes({ accounts: { database }, content }: ConsoleServices): Route[] {
  const newestOf = async (entry: ContentEntry, language: 'fa' | 'en') => {
    const { newest } = entry.texts[language]
    const read = await readVersion(database, { entryId: entry.id, language, version: newest })
    return read ? versionOnWire(read, entry.kind) : null
  }
  return [
    route(contract.listContent, async ({ query: { kind } }) => ({
      content: (await listEntries(database, kind)).map(entryOnWire),
    })),
    route(contract.getPlaceholders, () => {
      const [fa, en] = [content.placeholders('fa'), content.placeholders('en')]
      return { content: Object.keys(fa).map((name) => ({ name, fa: fa[name] ?? '', en: en[name] ?? '' })) }
    }),
    route(contract.getContentEntry, async ({ params }) => {
      const entry = await findEntry(database, params)
      if (!entry) return rejected('CONTENT_NOT_FOUND')
      const [fa, en] = await Promise.all([newestOf(entry, 'fa'), newestOf(entry, 'en')])
      return { baseDTO: { entry: entryOnWire(entry), newest: { fa, en } } }
    }),
    route(contract.listContentVersions, async ({ params, query }) => {
      const entry = await findEntry(database, params)
      if (!entry) return rejected('CONTENT_NOT_FOUND')
      const text = { entryId: entry.id, language: params.language }
      const before = query.before || undefined
      const found = await listVersions(database, { ...text, before, rowsMax: VERSIONS + 1 })
      const publications = await listPublications(database, { ...text, rowsMax: PUBLICATIONS_MAX })
      const { rows, ...more } = cutPage(found, VERSIONS, ({ version }) => version)
      return {
        content: rows.map((version) => versionOnWire(version, entry.kind)),
        ...more,
        baseDTO: {
          published: entry.texts[params.language].published ?? null,
          publications: publications.map(({ version, at, by, reason }) => ({
            version: version ?? null,
            at: at.toISOString(),
            by: by ?? null,
            reason: reason ?? null,
          })),
        },
      }
    }),
  ]
}

function writingRoutes(services: ConsoleServices): Route[] {
  const { content } = services
  return [
    route(contract.addContentEntry, async (call) => (await createEntry(services, call.body, actingOf(call))) ?? {}),
    route(contract.previewContent, ({ body: { language, ...written } }) => {
      const values = content.placeholders(language)
      const { title, body } = tidyText(written)
      const html = () => renderMarkdown(body, values)
      return checkLengths({ title, body }) ?? { baseDTO: { title: fillPlaceholders(title, values), html: html() } }
    }),
    route(contract.saveContent, async (call) => {
      const { params, body } = call
      const text = tidyText(body)
      const refused = checkText(text, content.placeholders(params.language))
      if (refused) return refused
      const saved = await saveText(services, { ...params, ...text, basedOn: body.basedOn }, actingOf(call))
      return saved instanceof Rejected ? saved : { baseDTO: versionOnWire(saved, params.kind) }
    }),
    route(contract.saveExchangeInfo, async (call) => {
      const { basedOn, ...contacts } = call.body
      const tidy = { ...contacts, ...trimmed(contacts) }
      const refused = checkContacts(tidy)
      if (refused) return refused
      const text = { kind: 'INFO', slug: INFO_SLUG, language: call.params.language, title: '' } as const
      const saved = await saveText(services, { ...text, body: writeContacts(tidy), basedOn }, actingOf(call))
      return saved instanceof Rejected ? saved : { baseDTO: versionOnWire(saved, 'INFO') }
    }),
  ]
}

const trimmed = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]))

function publishingRoutes(services: ConsoleServices): Route[] {
  return [
    route(contract.moveContentEntry, async (call) => {
      const { position } = call.body
      return (await placeEntry(services, { ...call.params, position }, actOf(call))) ?? {}
    }),
    route(contract.publishContent, async (call) => {
      const { version, replaces } = call.body
      return idOrDone(await publishText(services, { ...call.params, version, replaces }, actOf(call)))
    }),
    route(contract.withdrawContent, async (call) => {
      return idOrDone(await publishText(services, { ...call.params, version: undefined }, actOf(call)))
    }),
  ]
}

function entryOnWire({ kind, slug, position, texts }: ContentEntry): z.input<typeof contract.ContentEntryRow> {
  const text = ({ title, newest, published, at }: ContentEntry['texts']['fa']) => ({
    title,
    newest,
    published: published ?? null,
    writtenAt: at?.toISOString() ?? null,
  })
  return { kind, slug, position, texts: { fa: text(texts.fa), en: text(texts.en) } }
}

/** Exchange info is stored as a JSON document, which has no use as Markdown. */
function versionOnWire(
  { at, by, body, ...version }: WrittenVersion,
  kind: ContentKind,
): z.input<typeof contract.ContentVersion> {
  const isInfo = kind === 'INFO'
  return {
    ...version,
    body: isInfo ? '' : body,
    contacts: isInfo ? readContacts(body) : null,
    at: at.toISOString(),
    by: by ?? null,
  }
}
