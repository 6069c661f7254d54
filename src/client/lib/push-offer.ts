/** One sheet, mounted with the app, offers push once on a device, after an order. */
let isOpen = false
const listeners = new Set<() => void>()

const OFFERED = 'kimia-push-offered'
/** What became of the order is read first. */
const AFTER_ORDER_MS = 8_000

/** After an order, where this browser was never asked, nor its user by us. */
export function offerPushOnce(afterMs = AFTER_ORDER_MS): void {
  if (!('Notification' in window) || !('PushManager' in window) || Notification.permission !== 'default') return
  try {
    if (localStorage.getItem(OFFERED) !== null) return
    localStorage.setItem(OFFERED, 'yes')
  } catch {
    // A browser that remembers nothing would be asked after each order.
    return
  }
  setTimeout(() => show(true), afterMs)
}

export const closePushOffer = (): void => show(false)

export const isPushOffered = (): boolean => isOpen

/** Followed by the one place that shows the sheet. Returns the function that stops it. */
export function followPushOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}
