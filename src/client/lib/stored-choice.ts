import { useSyncExternalStore } from 'react'

/** A choice of the user that is stored on the device. */
export interface StoredChoice<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  readonly use: () => Value
  /** Applies the choices made in other tabs, until the page is closed; `take` defaults to `set`. */
  readonly follow: (take?: (next: Value) => void) => void
}

/**
 * Stores a choice under its name `names[value]` and notifies the components that use it. In a browser that refuses storage, the choice lasts until
 * the page is closed. `onChange` runs before the components are notified.
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
      // The browser reports a change to the other tabs only, not to the one that made it.
      window.addEventListener('storage', () => {
        const next = readStored() ?? otherwise
        if (next !== current) take(next)
      })
    },
    use: () => useSyncExternalStore(subscribe, get, () => otherwise),
  }
}
