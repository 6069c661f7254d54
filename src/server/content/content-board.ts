import { readdir, readFile } from 'node:fs/promises'
import { type ContentKind, fillPlaceholders, INFO_SLUG } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { textOfHtml } from '#domain/html.ts'
import type { Language, MarketHours } from '#domain/market-state.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { type SeededText, seedTexts } from '../store/content/seed-texts.ts'
import { type PublishedText, readContentRevision, readPublished } from '../store/content/texts.ts'
import type { Database } from '../store/database.ts'
import { type Contacts, exampleContacts, readContacts, writeContacts } from './contacts.ts'
import { renderMarkdown } from './markdown.ts'
import { type Placeholders, readPlaceholders } from './placeholders.ts'

/** A text as visitors read it. */
export interface ShownText extends Omit<PublishedText, 'body'> {
  /** HTML that is safe to show, without the title. */
  readonly html: string
}

/**
 * The published texts, in memory. A text is a row of versions that never change: publishing selects one, and going back selects an older
 * one. Markdown becomes HTML once, when the text is first shown. Every process checks one counter a second and reads again if another has
 * published.
 */
export interface ContentBoard {
  /** Changes with everything that visitors read. */
  version(): number
  /** The published texts of a kind in a language, in their order. */
  list(kind: ContentKind, language: Language): readonly ShownText[]
  /** A text by its name, in the other language if it does not exist in this one. */
  find(kind: ContentKind, slug: string, language: Language): ShownText | undefined
  contacts(language: Language): Contacts
  /** The values of placeholders. */
  placeholders(language: Language): Placeholders
  /** Reads what this or another process has published since. */
  reload(): Promise<void>
  /** Reads the values of placeholders again, after an operator has changed them here. */
  reloadPlaceholders(): Promise<void>
}

export interface ContentBoardSettings {
  readonly database: Database
  readonly catalogue: Catalogue
  /** When gold trades on this server. */
  readonly goldHours: MarketHours
  readonly now: () => number
}

/** Settings named in texts seldom change. */
const PLACEHOLDERS_KEPT_MS = 60_000

const OTHER = { fa: 'en', en: 'fa' } as const satisfies Record<Language, Language>

/** Writes the product's texts into the database, and reads the published ones into memory. */
export async function openContent(settings: ContentBoardSettings): Promise<ContentBoard> {
  const { database, now } = settings
  await seedTexts(database, { texts: await readSeeds(), at: new Date(now()) })
  const board = new Board(settings)
  await board.reload()
  return board
}

class Board implements ContentBoard {
  readonly #settings: ContentBoardSettings
  #version = 0
  #revision = -1
  #placeholders: { readonly values: Record<Language, Placeholders>; readonly at: number } | undefined
  #hasOldPlaceholders = false
  #texts: ReadonlyMap<string, readonly ShownText[]> = new Map()
  #contacts: Readonly<Record<Language, Contacts>> = { fa: exampleContacts('fa'), en: exampleContacts('en') }

  constructor(settings: ContentBoardSettings) {
    this.#settings = settings
  }

  version() {
    return this.#version
  }

  list(kind: ContentKind, language: Language) {
    return this.#texts.get(`${kind} ${language}`) ?? []
  }

  find(kind: ContentKind, slug: string, language: Language) {
    const isMeant = (text: ShownText) => text.slug === slug
    return this.list(kind, language).find(isMeant) ?? this.list(kind, OTHER[language]).find(isMeant)
  }

  contacts(language: Language) {
    return this.#contacts[language]
  }

  placeholders(language: Language) {
    return this.#placeholders?.values[language] ?? {}
  }

  reloadPlaceholders() {
    this.#hasOldPlaceholders = true
    return this.reload()
  }

  readonly reload = async () => {
    const { database, catalogue, goldHours, now } = this.#settings
    const kept = this.#placeholders
    const at = now()
    const isKept = kept !== undefined && !this.#hasOldPlaceholders && at - kept.at < PLACEHOLDERS_KEPT_MS
    this.#hasOldPlaceholders = false
    const values = isKept ? kept.values : await readPlaceholders(database, { catalogue, goldHours })
    const isSame = JSON.stringify(values) === JSON.stringify(kept?.values)
    if (!isKept) this.#placeholders = { values, at }
    const revision = await readContentRevision(database)
    if (isSame && revision === this.#revision) return
    const published = await readPublished(database)
    this.#texts = shown(published, values)
    this.#contacts = contactsOf(published)
    this.#revision = revision
    this.#version += 1
  }
}

function shown(published: readonly PublishedText[], values: Record<Language, Placeholders>) {
  const texts = published.filter(({ kind }) => kind !== 'INFO').map((text) => shownText(text, values[text.language]))
  return Map.groupBy(texts, ({ kind, language }) => `${kind} ${language}`)
}

/** Rendering all texts took 90 ms of each start, so each is rendered when somebody first reads it. */
function shownText({ body, ...text }: PublishedText, values: Placeholders): ShownText {
  let html: string | undefined
  return {
    ...text,
    title: fillPlaceholders(text.title, values),
    get html() {
      html ??= renderMarkdown(body, values)
      return html
    },
  }
}

/** A language without its own contacts uses those of the other. */
function contactsOf(published: readonly PublishedText[]): Record<Language, Contacts> {
  const of = (language: Language) =>
    published.find((text) => text.kind === 'INFO' && text.slug === INFO_SLUG && text.language === language)
  const read = (language: Language) => {
    const text = of(language) ?? of(OTHER[language])
    return text ? readContacts(text.body) : exampleContacts(language)
  }
  return { fa: read('fa'), en: read('en') }
}

/** An entry of the user manual as visitors read it. */
export interface ManualEntry {
  readonly slug: string
  readonly title: string
  readonly html: string
  /** Absent before the first heading. */
  readonly heading?: { readonly slug: string; readonly title: string; readonly text: string }
}

/** The user manual in its order, each entry with the last heading at or before its position. */
export function manualEntries(board: Pick<ContentBoard, 'list'>, language: Language): ManualEntry[] {
  const headings = board
    .list('HEADING', language)
    .map(({ slug, title, html, position }) => ({ position, shown: { slug, title, text: textOfHtml(html) } }))
  return board.list('MANUAL', language).map(({ slug, title, html, position }) => {
    const heading = headings.findLast((each) => each.position <= position)
    return { slug, title, html, ...(heading && { heading: heading.shown }) }
  })
}

const TEXTS = new URL('./texts/', import.meta.url)
const FOLDERS = [
  { kind: 'PAGE', folder: 'pages' },
  { kind: 'FAQ', folder: 'faq' },
  { kind: 'HEADING', folder: 'headings' },
  { kind: 'MANUAL', folder: 'manual' },
  { kind: 'ARTICLE', folder: 'articles' },
] as const
const LANGUAGES = ['fa', 'en'] as const satisfies readonly Language[]
const FILE = /^(?:(?<order>\d\d)-)?(?<slug>[A-Za-z0-9][A-Za-z0-9_-]*)\.md$/
const TITLE = /^# (?<title>.+)\n(?<body>[\s\S]*)$/

/** The product's own texts: a file each, with the title in its first line. @throws Error that names a file in another form */
export async function readSeeds(): Promise<SeededText[]> {
  const read = LANGUAGES.flatMap((language) => FOLDERS.map((each) => readFolder({ ...each, language })))
  const contacts = LANGUAGES.map((language) => ({
    kind: 'INFO' as const,
    slug: INFO_SLUG,
    position: 0,
    language,
    title: '',
    body: writeContacts(exampleContacts(language)),
  }))
  return [...contacts, ...(await Promise.all(read)).flat()]
}

interface Folder {
  readonly kind: ContentKind
  readonly folder: string
  readonly language: Language
}

async function readFolder({ kind, folder, language }: Folder): Promise<SeededText[]> {
  const place = new URL(`${language}/${folder}/`, TEXTS)
  const names = await readdir(place).catch(() => [])
  return Promise.all(
    names
      .filter((name) => name.endsWith('.md'))
      .map(async (name) => {
        const file = FILE.exec(name)?.groups
        const text = TITLE.exec((await readFile(new URL(name, place), 'utf8')).replaceAll('\r\n', '\n'))?.groups
        if (!file || !text) throw new Error(`${language}/${folder}/${name} is no text with a title in its first line`)
        const position = toCount(parseDecimal(file.order ?? '0', 0) ?? 0n)
        return {
          kind,
          slug: file.slug ?? '',
          position,
          language,
          title: text.title?.trim() ?? '',
          body: text.body?.trim() ?? '',
        }
      }),
  )
}
