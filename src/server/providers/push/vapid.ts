import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** The identity that we show to push services (RFC 8292). */
export interface VapidSettings {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  /** The contact that a service may write to: "mailto:…" or "https://…". */
  readonly subject: string
}

/** Services accept at most a day. */
const TOKEN_MS = 12 * 3_600_000
/** A token is signed again when this much of its time is left. */
const SPARE_MS = 3_600_000

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
