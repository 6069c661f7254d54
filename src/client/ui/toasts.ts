import { createAtom, useSelector } from '@tanstack/react-store'

export type Toast = {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string | undefined
}

/** Long enough to read two lines; an error is shown longer. */
const SHOWN_MS = { success: 3_500, info: 5_000, error: 8_000 } as const satisfies Record<Toast['tone'], number>
const SHOWN_AT_ONCE_MAX = 2

const toasts = createAtom<readonly Toast[]>([])
let nextId = 1
const begun = new WeakSet<Toast>()

/** Shows a toast. The same sentence shown twice stays a single toast. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const others = toasts.get().filter((other) => other.title !== toast.title || other.text !== toast.text)
  toasts.set([...others, { ...toast, id: nextId++ }].slice(-SHOWN_AT_ONCE_MAX))
}

/** Starts the timer of a toast once it is drawn: on a slow network its component may arrive later than the timer would end. */
export function beginToast(toast: Toast): void {
  if (begun.has(toast)) return
  begun.add(toast)
  setTimeout(() => dismissToast(toast.id), SHOWN_MS[toast.tone])
}

export function dismissToast(id: number): void {
  toasts.set((shown) => shown.filter((toast) => toast.id !== id))
}

export const useToasts = (): readonly Toast[] => useSelector(toasts)
