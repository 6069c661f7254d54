/** Control characters, and marks that reorder the text around them. */
const DISGUISES = /(?![\t\n])\p{Cc}|[\u061C\u202A-\u202E\u2066-\u2069]/gu
/** Invisible characters. The half-space and the joiner stay: Persian words and emoji contain them. */
const UNSEEN = /[\u00AD\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/gu
const EDGES = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/gu

/** A multi-line text as it is stored: with one kind of line end, and without characters that disguise the text around them. */
export const plainTextOf = (typed: string): string =>
  typed.replace(/\r\n?/g, '\n').replace(DISGUISES, '').replace(EDGES, '')

/** A name or another single line as it is stored: without invisible characters, so that a line that looks empty is empty. */
export const plainLineOf = (typed: string): string =>
  typed.replace(UNSEEN, '').replace(/\s+/gu, ' ').replace(DISGUISES, '').replace(EDGES, '')
