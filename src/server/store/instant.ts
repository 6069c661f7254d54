let lastAt = Number.NaN
let lastText = ''

/** A time in milliseconds since 1970 as SQL reads it. It is cached: consecutive rows of a batch mostly have the same time. */
export function instant(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString()
    lastAt = at
  }
  return lastText
}
