/** The messages from the page to the service worker. */
export type WorkerMessage = { readonly type: 'SKIP_WAITING' }

/** The message, or `undefined` for any other data: extensions and other scripts post to workers too. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  return data.type === 'SKIP_WAITING' ? { type: data.type } : undefined
}
