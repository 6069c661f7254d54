import { useSyncExternalStore } from 'react'

/** A choice of the user that is kept on the device. */
export interface StoredChoice<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  readonly use: () => Value
  /** Takes over what is chosen in another tab, until the page is closed; `take` defaults to `set`. */
  readonly follow: (take?: (next: Value) => void) => void
}

/**
 * Keeps a choice in the browser's storage, where it is called `names[value]`, and notifies the components that use it. A browser that
 * refuses storage keeps the choice until the page is closed. `onChange` runs before the components are notified.
 */
export function storedChoice<Value extends string>(
  { key, names, otherwise }: { key: string; names: Record<Value, string>; otherwise: Value },
  onChange: () => void = () => undefined,
): StoredChoice<Value> {
  const listeners = new Set<() => void>()
  let current: Value | undefined
  const get = () => {
    current ??= readStored() ?? otherwise
    return current
  }
  const readStored = (): Value | undefined => {
    try {
      const stored = localStorage.getItem(key)
      for (const value in names) if (names[value] === stored) return value
    } catch {
      // Storage is refused.
    }
    return undefined
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: Value) => {
    current = next
    try {
      localStorage.setItem(key, names[next])
    } catch {
      // Storage is refused.
    }
    onChange()
    for (const listener of listeners) listener()
  }
  return {
    get,
    set,
    follow(take = set) {
      // A browser tells the other tabs of a change, and not the one that made it.
      window.addEventListener('storage', () => {
        const next = readStored() ?? otherwise
        if (next !== current) take(next)
      })
    },
    use: () => useSyncExternalStore(subscribe, get, () => otherwise),
  }
}
