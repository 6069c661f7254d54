/** Persian (U+06F0–06F9) and Arabic (U+0660–0669) digits as ASCII; all other characters are unchanged. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/** Separators that people type or paste between groups of digits: spaces, dashes, and the invisible marks of bidirectional text. */
const SEPARATORS = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\-\u2010-\u2015\u2212]/g

/** ASCII digits without separators: "۶۲۱۹ ۸۶۱۰-…" becomes "62198610…". Other characters remain, for the caller to refuse. */
export function toBareDigits(text: string): string {
  return toAsciiDigits(text).replace(SEPARATORS, '')
}

/** ASCII digits as Persian ones; all other characters are unchanged. */
export function toPersianDigits(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x06f0 + (digit.charCodeAt(0) & 0xf)))
}
