const SUBSCRIPTIONS = '/api/push/subscriptions'

interface Change {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/**
 * Subscribes again where a browser has taken a subscription out of use, and tells the server the new place. A browser whose user has logged out
 * meanwhile unsubscribes; what fails is mended at the next start of the app.
 */
export async function renewPush(push: Pick<PushManager, 'subscribe'>, change: Change): Promise<void> {
  const options = change.oldSubscription?.options
  const renewed =
    change.newSubscription ??
    (await push.subscribe({ userVisibleOnly: true, applicationServerKey: options?.applicationServerKey ?? null }))
  const answer = await fetch(SUBSCRIPTIONS, {
    method: 'POST',
    // The server takes no change from a cookie alone.
    headers: { 'content-type': 'application/json', 'x-kimia-client': 'web' },
    body: JSON.stringify(renewed),
  })
  if (answer.status === 401) await renewed.unsubscribe()
}
