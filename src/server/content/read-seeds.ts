import { readdir, readFile } from 'node:fs/promises'
import { type ContentKind, INFO_SLUG } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import type { SeededText } from '../store/content/seed-texts.ts'
import { exampleContacts, writeContacts } from './contacts.ts'

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
