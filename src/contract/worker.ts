/** The messages from the page to the service worker. */
export type WorkerMessage = { readonly type: 'SKIP_WAITING' }

/** The message, or `undefined` for any other data: extensions and other scripts post to workers too. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  return data.type === 'SKIP_WAITING' ? { type: data.type } : undefined
}

/**
 * Header that the service worker puts on an answer it kept: when the server gave that answer, ISO 8601 in UTC.
 * An answer without it is fresh.
 */
export const STORED_AT_HEADER = 'x-kimia-stored-at'
