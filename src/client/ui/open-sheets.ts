import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** A modal dialog makes the rest of the page inert, so toasts, which must stay audible, move into the topmost dialog. */
export function noteOpenSheet(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((other) => other !== dialog))
}

export function useTopSheet(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, topSheet)
}

export const isSheetOpen = (): boolean => open.length > 0

function topSheet(): HTMLDialogElement | undefined {
  return open.at(-1)
}

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
