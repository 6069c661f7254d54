import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

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
