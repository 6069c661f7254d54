let lastAt = Number.NaN
let lastText = ''

/** A time, in milliseconds since 1970, as SQL reads it. Rows of one batch have few different ones, one after the other. */
export function instant(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString()
    lastAt = at
  }
  return lastText
}
