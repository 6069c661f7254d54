import { forgetPush, healPush } from '#client/lib/push-device.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'

/** Keeps push working in a browser whose user allowed it, and ends it at a logout. Returns the function that stops it. */
export function keepPush(): () => void {
  healPush().catch(() => undefined)
  return onUserDataWiped(() => void forgetPush().catch(() => undefined))
}
