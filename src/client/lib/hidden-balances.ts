import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'balances'
const HIDDEN = 'hidden'

const listeners = new Set<() => void>()
let current: boolean | undefined

/** Whether the user's own amounts are hidden. Stored on the device. */
export function useBalancesHidden(): boolean {
  return useSyncExternalStore(subscribe, balancesHidden, () => false)
}

export function hideBalances(hidden: boolean): void {
  current = hidden
  try {
    localStorage.setItem(STORAGE_KEY, hidden ? HIDDEN : '')
  } catch {
    // A browser that refuses storage still covers them for this visit.
  }
  for (const listener of listeners) listener()
}

function balancesHidden(): boolean {
  current ??= readStored()
  return current
}

function readStored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === HIDDEN
  } catch {
    return false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
