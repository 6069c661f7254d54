import { queryOptions } from '@tanstack/react-query'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { callApi } from './call-api.ts'

/** Whether this browser receives push. `unavailable`: the exchange sends no push; `denied`: the user has blocked our notifications in the browser. */
export type PushState = 'unavailable' | 'unsupported' | 'denied' | 'on' | 'off'

/** If its push service cannot be reached, a browser never answers. */
const SUBSCRIBE_MS_MAX = 15_000

export const pushStateQuery = () =>
  queryOptions({ queryKey: ['push state'], queryFn: readPushState, meta: { offline: 'never', access: 'user' } })

async function readPushState(): Promise<PushState> {
  const { publicKey, subscribed } = (await callApi(getPushKey, {})).baseDTO
  if (publicKey === null) return 'unavailable'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return subscribed && Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** `serviceWorker.ready` would never resolve in a browser that refuses workers. */
const registration = () => navigator.serviceWorker.getRegistration()

const subscription = async () => (await registration())?.pushManager.getSubscription()

/**
 * Asks for the browser's permission if it is undecided, and subscribes. `dismissed`: the question was closed; `failed`: the browser's push service
 * gave no answer.
 */
export async function turnPushOn(): Promise<'on' | 'denied' | 'dismissed' | 'failed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const { publicKey } = (await callApi(getPushKey, {})).baseDTO
  const found = publicKey === null ? undefined : await subscribe(publicKey)
  if (!found) return 'failed'
  await keep(found)
  return 'on'
}

async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  const manager = (await registration())?.pushManager
  if (!manager) return undefined
  const known = await manager.getSubscription()
  if (known && keyOf(known) === publicKey) return known
  await known?.unsubscribe()
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SUBSCRIBE_MS_MAX))
  const asked = manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return Promise.race([asked.catch(() => undefined), patience])
}

/** The key in the server's form, base64url. */
function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string | undefined {
  if (!key) return undefined
  const letters = btoa(String.fromCharCode(...new Uint8Array(key)))
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function keep(found: PushSubscription): Promise<unknown> {
  const { endpoint = '', keys = {} } = found.toJSON()
  const { p256dh = '', auth = '' } = keys
  return callApi(subscribeToPush, { body: { endpoint, keys: { p256dh, auth } } })
}

export async function turnPushOff(): Promise<void> {
  await callApi(unsubscribeFromPush, {})
  await forgetPush()
}

/** Unsubscribes this browser, so that nothing can be pushed to it any more. */
export async function forgetPush(): Promise<void> {
  if (!isSupported()) return
  await (await subscription())?.unsubscribe()
}

/** Sends the subscription again if the server has lost it or has changed its key. */
export async function resyncPushSubscription(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return
  const found = await subscription()
  if (!found) return
  const { publicKey, subscribed } = (await callApi(getPushKey, {})).baseDTO
  if (publicKey === null || (subscribed && keyOf(found) === publicKey)) return
  const fresh = await subscribe(publicKey)
  if (fresh) await keep(fresh)
}
