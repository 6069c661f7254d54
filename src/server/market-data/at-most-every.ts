/** Reads a value anew when the last reading is so old; between two readings it stands still. Times in milliseconds since 1970. */
export function atMostEvery<Value>(ageMsMax: number, read: () => Value): (nowMs: number) => Value {
  let last: { readonly at: number; readonly value: Value } | undefined
  return (nowMs) => {
    // A clock that was set back must not keep it for ever.
    if (last === undefined || Math.abs(nowMs - last.at) >= ageMsMax) last = { at: nowMs, value: read() }
    return last.value
  }
}
