/** Where a browser lets itself be reached, as `PushSubscription.toJSON()` says it. */
export interface PushPlace {
  readonly endpoint: string
  /** The browser's public key and its secret, base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  readonly text: string
  /** Until then the service keeps it for a browser that is away. */
  readonly ttlSeconds: number
  readonly urgency: 'low' | 'normal' | 'high'
  /** A message that still waits there is replaced by a newer one of its topic. At most 32 letters of base64url. */
  readonly topic: string | undefined
}

/**
 * `gone`: the browser is reached there no more. `later`: it was certainly not taken. `unknown`: it may have been. `refused`: it never will be,
 * with the status of the answer, or 0 where it was not asked.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly status: number }

/** Sends messages to browsers by the push services of their makers. */
export interface PushSender {
  /** By which browsers know our messages, base64url. */
  readonly publicKey: string
  /** Whether this is a place at a service that we know, with keys that can be used. Nothing else is ever called. */
  accepts(place: PushPlace): boolean
  /** Never throws for what a service does. */
  send(place: PushPlace, message: PushMessage): Promise<PushOutcome>
}
