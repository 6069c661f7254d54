import { createAtom, useSelector } from '@tanstack/react-store'

const openSheets = createAtom<readonly HTMLDialogElement[]>([])

/** A modal dialog makes the rest of the page inert, so toasts, which must stay audible, move into the topmost dialog. */
export function noteOpenSheet(dialog: HTMLDialogElement): () => void {
  openSheets.set((open) => [...open, dialog])
  return () => openSheets.set((open) => open.filter((other) => other !== dialog))
}

export const useTopSheet = (): HTMLDialogElement | undefined => useSelector(openSheets, (open) => open.at(-1))

export const isSheetOpen = (): boolean => openSheets.get().length > 0
