/** What visitors read: how to reach the exchange, pages, quick questions, the user manual and its headings, an article for each coin. */
export const CONTENT_KINDS = ['INFO', 'PAGE', 'FAQ', 'HEADING', 'MANUAL', 'ARTICLE'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** The only entry of its kind. */
export const INFO_SLUG = 'exchange'

/** Kinds of which operators may add entries; the app itself knows which pages there are. */
export const GROWING_KINDS = ['FAQ', 'HEADING', 'MANUAL', 'ARTICLE'] as const satisfies readonly ContentKind[]

/** Pages such as the terms, and how to reach the exchange: visitors act on them, so that no operator publishes them alone. */
const BY_TWO: readonly ContentKind[] = ['PAGE', 'INFO']

export const takesTwoToPublish = (kind: ContentKind): boolean => BY_TWO.includes(kind)

/** Of a text, in characters. Twice as many bytes of Persian fit a request. */
export const CONTENT_LENGTHS = { title: 200, body: 25_000 } as const

/** The order of an entry in its list; an entry of the manual stands below the last heading up to its own place. */
export const CONTENT_POSITION_MAX = 9_999

/** Control characters, but for tab and line feed. */
const CONTROLS = /[\p{Cc}--[\t\n]]/v

/** Whether a text has characters that no page shows and databases refuse. */
export const hasControls = (text: string): boolean => CONTROLS.test(text)

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g

/** Puts values in the place of `{{names}}`; a name without a value stays as it stands. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))

/** The names in a text, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? [])),
]

/** What comes before the name of a quick question in links to it, since an entry of the manual may have the same name. */
export const QUESTION = 'faq-'
