/**
 * The kinds of published content: contacts of the exchange, pages, frequent questions, the user manual and its headings, an article per
 * coin.
 */
export const CONTENT_KINDS = ['INFO', 'PAGE', 'FAQ', 'HEADING', 'MANUAL', 'ARTICLE'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** The only entry of its kind. */
export const INFO_SLUG = 'exchange'

/** Kinds to which operators may add entries; the app itself knows its pages. */
export const GROWING_KINDS = ['FAQ', 'HEADING', 'MANUAL', 'ARTICLE'] as const satisfies readonly ContentKind[]

/** Visitors act on pages such as the terms and on the contacts, so publishing these takes two operators. */
const BY_TWO: readonly ContentKind[] = ['PAGE', 'INFO']

export const takesTwoToPublish = (kind: ContentKind): boolean => BY_TWO.includes(kind)

/** Lengths of a text in characters. A request has room for the bytes of a Persian text, which has twice as many. */
export const CONTENT_LENGTHS = { title: 200, body: 25_000 } as const

/** The order of an entry in its list; an entry of the manual belongs to the last heading at or before its position. */
export const CONTENT_POSITION_MAX = 9_999

/** Control characters except tab and line feed. */
const CONTROLS = /[\p{Cc}--[\t\n]]/v

/** Whether a text has characters that no page shows and the database refuses. */
export const hasControls = (text: string): boolean => CONTROLS.test(text)

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g

/** Replaces `{{names}}` by their values; a name without a value stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))

/** The names in a text, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? [])),
]

/** Precedes the name of a frequent question in links, since an entry of the manual may have the same name. */
export const QUESTION = 'faq-'

/** The entry of the user manual that explains which changes hold withdrawals. */
export const HOLD_ENTRY = 'withdrawals-locked-24-hours'
