/** What visitors read: how to reach the exchange, pages, quick questions, the user manual, an article for each coin. */
const CONTENT_KINDS = ['INFO', 'PAGE', 'FAQ', 'MANUAL', 'ARTICLE'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** The only entry of its kind. */
export const INFO_SLUG = 'exchange'

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g

/** Puts values in the place of `{{names}}`; a name without a value stays as it stands. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))
