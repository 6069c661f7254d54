/** A sheet that is mounted with the app offers push once per device, after an order. */
let isOpen = false
const listeners = new Set<() => void>()

const OFFERED = 'kimia-push-offered'
/** Leaves time to read the order's outcome first. */
const AFTER_ORDER_MS = 8_000

/** Offers push after an order, if neither the browser's permission nor our offer was ever asked on this device. */
export function offerPushOnce(afterMs = AFTER_ORDER_MS): void {
  if (!('Notification' in window) || !('PushManager' in window) || Notification.permission !== 'default') return
  try {
    if (localStorage.getItem(OFFERED) !== null) return
    localStorage.setItem(OFFERED, 'yes')
  } catch {
    // A browser that refuses storage would show the offer after every order.
    return
  }
  setTimeout(() => show(true), afterMs)
}

export const closePushOffer = (): void => show(false)

export const isPushOffered = (): boolean => isOpen

/** Used by the one component that shows the sheet. Returns the function that stops it. */
export function followPushOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}
