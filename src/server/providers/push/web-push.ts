import { encryptPush, readBrowserKeys } from './encrypt-push.ts'
import type { PushMessage, PushOutcome, PushPlace, PushSender } from './push.ts'
import { isPushService } from './push-services.ts'
import { createVapid, type VapidSettings } from './vapid.ts'

export interface WebPushSettings extends VapidSettings {
  /** The prefix of a sandbox's addresses; absent: there is none. */
  readonly sandbox: string | undefined
  readonly timeoutMs: number
  readonly now: () => Date
}

const GONE = new Set([404, 410])
const RETRY_AFTER_S_MAX = 24 * 3_600

/** Web push (RFC 8030, 8188, 8291, 8292). */
export function createWebPush({ sandbox, timeoutMs, now, ...settings }: WebPushSettings): PushSender {
  const vapid = createVapid(settings, now)
  const accepts = (place: PushPlace) => isPushService(place.endpoint, sandbox) && readBrowserKeys(place) !== undefined
  return {
    publicKey: vapid.publicKey,
    accepts,
    async send(place, message) {
      const keys = readBrowserKeys(place)
      // Checked again: the list of services may have become shorter since the address was stored.
      if (keys === undefined || !isPushService(place.endpoint, sandbox)) return { kind: 'refused', status: 0 }
      try {
        const answer = await fetch(place.endpoint, {
          method: 'POST',
          headers: headersOf(message, vapid.authorizationFor(new URL(place.endpoint).origin)),
          body: new Uint8Array(encryptPush(message.text, keys)),
          // A redirect would lead to an address that was not checked.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.body?.cancel().catch(() => undefined)
        return outcomeOf(answer)
      } catch (error) {
        return isUnreached(error) ? { kind: 'later', afterMs: undefined } : { kind: 'unknown' }
      }
    },
  }
}

const headersOf = ({ ttlSeconds, urgency, topic }: PushMessage, authorization: string) => ({
  authorization,
  ttl: String(ttlSeconds),
  urgency,
  'content-encoding': 'aes128gcm',
  'content-type': 'application/octet-stream',
  ...(topic === undefined ? {} : { topic }),
})

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: 'sent' }
  if (GONE.has(status)) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: retryAfter(headers.get('retry-after')) }
  return { kind: 'refused', status }
}

/** At most a day; a date, which none of our services sends, is ignored. */
function retryAfter(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), RETRY_AFTER_S_MAX) * 1_000 : undefined
}

/** No connection was made: nothing was sent. */
const UNREACHED = new Set<unknown>([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const isUnreached = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && UNREACHED.has(error.cause.code)
