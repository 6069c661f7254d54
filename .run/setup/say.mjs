/** One short line of progress. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`kimia: ${line}\n`)
}

/** A failure, as one sentence; the stack only for those who ask with DEBUG. */
export function complain(/** @type {unknown} */ error) {
  const text = error instanceof Error ? (process.env.DEBUG ? error.stack : error.message) : String(error)
  process.stderr.write(`kimia: ${text}\n`)
}

/** Seconds since `startedAt` (of `performance.now()`), as "3.4 s". */
export function secondsSince(/** @type {number} */ startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
