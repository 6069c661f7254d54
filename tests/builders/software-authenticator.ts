import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Faults that a test may give to the device. */
interface Faults {
  /** The origin of the page according to the browser. */
  readonly origin?: string
  readonly domain?: string
  /** The challenge that is signed instead of the server's. */
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly userHandle?: string
  /** The device's count of uses. */
  readonly counter?: number
  /** The named credential, instead of the one that signs. */
  readonly id?: string
}

interface Question {
  readonly challenge: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** One device with one passkey, built on `node:crypto`: ES256, and an empty attestation ("none"). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  readonly #site: { readonly origin: string; readonly domain: string }
  #userHandle = ''
  #counter = 0

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl)
    this.#site = { origin, domain: hostname }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
  }

  /** Creates the passkey: the result of `navigator.credentials.create`. */
  create(options: Question & { readonly user: { readonly id: string } }, faults: Faults = {}) {
    this.#userHandle = options.user.id
    const id = Buffer.from(faults.id ?? this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), bigEndian(id.length, 2), id, coseKey(this.#publicKey)])
    const authData = Buffer.concat([this.#data(faults, HAS_CREDENTIAL), credential])
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ])
    return {
      id: this.id,
      clientDataJSON: this.#clientData('webauthn.create', options, faults).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Signs: the result of `navigator.credentials.get`. */
  get(options: Question, faults: Faults = {}) {
    this.#counter += 1
    const authData = this.#data(faults, 0)
    const clientData = this.#clientData('webauthn.get', options, faults)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      id: faults.id ?? this.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: faults.userHandle ?? this.#userHandle,
    }
  }

  #data({ domain = this.#site.domain, userVerified = true, counter = this.#counter }: Faults, more: number): Buffer {
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | more
    return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.of(flags), bigEndian(counter, 4)])
  }

  #clientData(type: string, { challenge }: Question, faults: Faults): Buffer {
    const origin = faults.origin ?? this.#site.origin
    return Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin: false }))
  }
}

function bigEndian(value: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  buffer.writeUIntBE(value, 0, length)
  return buffer
}

/** CBOR (RFC 8949), as far as an attestation needs it. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  return value < 256
    ? Buffer.of((major << 5) | 24, value)
    : Buffer.concat([Buffer.of((major << 5) | 25), bigEndian(value, 2)])
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

/** EC2, ES256, P-256 and the point. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}
