const WHOLE_TOMAN = /^[1-9]\d{0,14}$/

/** The state of the deposit sheet in the URL: open, perhaps with an amount; `undefined` for anything else. */
export function readDeposit(value: unknown): true | string | undefined {
  if (value === true) return true
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && WHOLE_TOMAN.test(text) ? text : undefined
}
