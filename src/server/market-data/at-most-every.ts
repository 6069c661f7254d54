/** Reads a value again once the last reading is older than `ageMsMax`, and repeats it until then. Times in milliseconds since 1970. */
export function atMostEvery<Value>(ageMsMax: number, read: () => Value): (nowMs: number) => Value {
  let last: { readonly at: number; readonly value: Value } | undefined
  return (nowMs) => {
    // A clock that was set back must not keep the value forever.
    if (last === undefined || Math.abs(nowMs - last.at) >= ageMsMax) last = { at: nowMs, value: read() }
    return last.value
  }
}
