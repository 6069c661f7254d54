import { createAtom } from '@tanstack/react-store'

/** Whether push is being offered: a sheet that is mounted with the app offers it once per device, after an order. */
export const pushOffer = createAtom(false)

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
  setTimeout(() => pushOffer.set(true), afterMs)
}

export const closePushOffer = (): void => pushOffer.set(false)
