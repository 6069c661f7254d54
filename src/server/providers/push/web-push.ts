import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { HOUR_MS } from '#domain/durations.ts'
import { isUnreached } from '../call-vendor.ts'
import type { PushMessage, PushOutcome, PushPlace, PushSender } from './push.ts'

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
        return error instanceof Error && isUnreached(error)
          ? { kind: 'later', afterMs: undefined }
          : { kind: 'unknown' }
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

/** The identity that we show to push services (RFC 8292). */
export interface VapidSettings {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  /** The contact that a service may write to: "mailto:…" or "https://…". */
  readonly subject: string
}

/** Services accept at most a day. */
const TOKEN_MS = 12 * HOUR_MS
/** A token is signed again when this much of its time is left. */
const SPARE_MS = HOUR_MS

/** Signs our identity for each push service. */
export function createVapid({ privateKey, subject }: VapidSettings, now: () => Date) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey))
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const signer = signerOf(Buffer.from(privateKey), point)
  const tokens = new Map<string, { readonly token: string; readonly untilMs: number }>()
  return {
    publicKey,
    /** The header `Authorization` for a service: "https://fcm.googleapis.com". */
    authorizationFor(origin: string): string {
      const nowMs = now().getTime()
      const known = tokens.get(origin)
      const fresh =
        known && known.untilMs - nowMs > SPARE_MS
          ? known
          : { token: tokenOf({ origin, subject, untilMs: nowMs + TOKEN_MS }, signer), untilMs: nowMs + TOKEN_MS }
      tokens.set(origin, fresh)
      return `vapid t=${fresh.token}, k=${publicKey}`
    },
  }
}

function signerOf(privateKey: Buffer, point: Buffer): KeyObject {
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
}

function tokenOf(
  { origin, subject, untilMs }: { origin: string; subject: string; untilMs: number },
  key: KeyObject,
): string {
  const claims = { aud: origin, exp: Math.floor(untilMs / 1_000), sub: subject }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('sha256', Buffer.from(signed.join('.')), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed.join('.')}.${signature.toString('base64url')}`
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const RECORD_BYTES = 4_096
/** Follows the text of the last record. */
const LAST_RECORD = 2

/** The parsed keys of a browser. */
export interface BrowserKeys {
  readonly publicKey: Buffer
  readonly auth: Buffer
}

/** @returns `undefined` if they are no point of the curve or no secret */
export function readBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): BrowserKeys | undefined {
  const keys = { publicKey: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  if (keys.publicKey.length !== POINT_BYTES || keys.auth.length !== AUTH_BYTES) return undefined
  const probe = createECDH(CURVE)
  probe.generateKeys()
  try {
    probe.computeSecret(keys.publicKey)
    return keys
  } catch {
    return undefined
  }
}

/** The one-time inputs of the encryption in addition to the browser's keys, drawn for each message. */
export interface OneUse {
  readonly privateKey: Buffer
  readonly salt: Buffer
}

/**
 * RFC 8291: the text as one record of aes128gcm that only the browser with these keys can read. Built on `node:crypto`, since the package
 * web-push is under the MPL; a test compares it with the RFC's own example.
 */
export function encryptPush(text: string, to: BrowserKeys, oneUse: OneUse = drawOneUse()): Buffer {
  const { salt } = oneUse
  const own = createECDH(CURVE)
  own.setPrivateKey(oneUse.privateKey)
  const ownPublicKey = own.getPublicKey()
  const shared = expand(
    hmac(to.auth, own.computeSecret(to.publicKey)),
    Buffer.concat([Buffer.from('WebPush: info\0'), to.publicKey, ownPublicKey]),
    32,
  )
  const secret = hmac(salt, shared)
  const key = expand(secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    salt,
    recordSize,
    Buffer.of(ownPublicKey.length),
    ownPublicKey,
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function drawOneUse(): OneUse {
  const own = createECDH(CURVE)
  own.generateKeys()
  return { privateKey: own.getPrivateKey(), salt: randomBytes(SALT_BYTES) }
}

const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()

/** The one block of HKDF that suffices for up to 32 bytes. */
const expand = (key: Buffer, info: Buffer, length: number) =>
  hmac(key, Buffer.concat([info, Buffer.of(1)])).subarray(0, length)

const SERVICES = new Set(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
/** Services with a host name per machine. */
const FAMILIES = ['.notify.windows.com', '.push.apple.com']

const ENDPOINT_LENGTH_MAX = 1_000

/**
 * Whether an address belongs to a push service of a browser's maker. A stranger chooses the address of a subscription, and we call it: only
 * these names are allowed, by https on its default port, since no machine inside our network can show a certificate for them. @param
 * sandbox the prefix of a sandbox's addresses: "http://127.0.0.1:4300/sandbox/push/"
 */
export function isPushService(endpoint: string, sandbox: string | undefined): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (sandbox !== undefined && url.href === endpoint && endpoint.startsWith(sandbox)) return true
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return SERVICES.has(hostname) || FAMILIES.some((family) => hostname.endsWith(family))
}
