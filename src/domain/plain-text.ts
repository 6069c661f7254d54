/** Controls, and what changes the order in which the words beside it are read. */
const DISGUISES = /(?![\t\n])\p{Cc}|[\u061C\u202A-\u202E\u2066-\u2069]/gu
/** Signs that nobody sees. The half-space and the joiner stay: Persian words and pictures have them inside. */
const UNSEEN = /[\u00AD\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/gu
const EDGES = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/gu

/** A text of several lines as it is kept: with one character at the end of a line, and nothing that disguises what stands around it. */
export const plainTextOf = (typed: string): string =>
  typed.replace(/\r\n?/g, '\n').replace(DISGUISES, '').replace(EDGES, '')

/** A name, or another text of one line, as it is kept: what cannot be seen is not in it, so that one that looks empty is empty. */
export const plainLineOf = (typed: string): string =>
  typed.replace(UNSEEN, '').replace(/\s+/gu, ' ').replace(DISGUISES, '').replace(EDGES, '')
