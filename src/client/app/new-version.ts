/** A newer build that waits to take over, and the way to activate it. */
export interface NewVersion {
  readonly isReady: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Lets the new build take over and reloads this page only. Only a press of the user calls it. */
  readonly apply: () => void
  /** Reports that a build is waiting, with the function that activates it. */
  readonly offer: (takeOver: () => void) => void
}

export function createNewVersion(): NewVersion {
  const listeners = new Set<() => void>()
  let takeOver: (() => void) | undefined
  return {
    isReady: () => takeOver !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: () => takeOver?.(),
    offer(next) {
      takeOver = next
      for (const listener of listeners) listener()
    },
  }
}
