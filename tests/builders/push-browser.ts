import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type PushText, parsePushText } from '#contract/push-message.ts'

const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** A browser that receives push messages and decrypts them by RFC 8188 and 8291 with its own code. */
export interface PushBrowser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  read(body: Uint8Array): string
  readText(body: Uint8Array): PushText | undefined
}

export function pushBrowser(
  endpoint: string,
  { privateKey, auth = randomBytes(16) }: { privateKey?: Buffer; auth?: Buffer } = {},
): PushBrowser {
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const read = (body: Uint8Array) => decrypt(Buffer.from(body), own, auth)
  return {
    endpoint,
    keys: { p256dh: base64url(own.getPublicKey()), auth: base64url(auth) },
    read,
    readText: (body) => parsePushText(read(body)),
  }
}

function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}
