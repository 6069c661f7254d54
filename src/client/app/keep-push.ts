import { forgetPush, healPush } from '#client/lib/push-device.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'

/** Keeps a browser that its user lets us push to reachable, and after a logout lets nobody reach it. Returns the function that stops it. */
export function keepPush(): () => void {
  healPush().catch(() => undefined)
  return onUserDataWiped(() => void forgetPush().catch(() => undefined))
}
