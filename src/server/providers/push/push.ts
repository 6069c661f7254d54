/** The address and keys of a browser, as in `PushSubscription.toJSON()`. */
export interface PushPlace {
  readonly endpoint: string
  /** The browser's public key and its secret, base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  readonly text: string
  /** How long the service keeps it for a browser that is offline. */
  readonly ttlSeconds: number
  readonly urgency: 'low' | 'normal' | 'high'
  /** A newer message of the same topic replaces one that still waits there. At most 32 letters of base64url. */
  readonly topic: string | undefined
}

/**
 * `gone`: the browser cannot be reached at this address any more. `later`: the message was certainly not accepted. `unknown`: it may have
 * been. `refused`: it never will be, with the status of the answer, or 0 if the service was not called.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly status: number }

/** Sends messages to browsers through the push services of their makers. */
export interface PushSender {
  /** The key by which browsers verify our messages, base64url. */
  readonly publicKey: string
  /** Whether the address belongs to a known service and its keys are usable. Nothing else is ever called. */
  accepts(place: PushPlace): boolean
  /** Never throws for a fault of a service. */
  send(place: PushPlace, message: PushMessage): Promise<PushOutcome>
}
