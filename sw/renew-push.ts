const SUBSCRIPTIONS = '/api/push/subscriptions'

interface Change {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/**
 * Subscribes again after the browser has replaced a subscription, and sends the new one to the server. If the user has logged out meanwhile, it
 * unsubscribes; any other failure is repaired at the next start of the app.
 */
export async function renewPush(push: Pick<PushManager, 'subscribe'>, change: Change): Promise<void> {
  const options = change.oldSubscription?.options
  const renewed =
    change.newSubscription ??
    (await push.subscribe({ userVisibleOnly: true, applicationServerKey: options?.applicationServerKey ?? null }))
  const answer = await fetch(SUBSCRIPTIONS, {
    method: 'POST',
    // The server rejects a change that carries only a cookie, without this header.
    headers: { 'content-type': 'application/json', 'x-kimia-client': 'web' },
    body: JSON.stringify(renewed),
  })
  if (answer.status === 401) await renewed.unsubscribe()
}
