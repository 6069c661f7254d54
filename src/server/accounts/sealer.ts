import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** A key of 256 bits and the number by which sealed bytes name it. */
export interface SealingKey {
  readonly id: number
  readonly key: Uint8Array
}

/** Keeps bytes secret at rest, and detects changed bytes or bytes moved to another place. */
export interface Sealer {
  /** @param context the owner of the bytes, "totp:1042": they open for the same context alone */
  seal(bytes: Uint8Array, context: string): Buffer
  /** @throws Error if the bytes differ from what was sealed, or their key is gone */
  open(sealed: Uint8Array, context: string): Buffer
  /** The stored form of a secret of few bits: of no use with the database alone. By each key, the present one first. */
  fingerprints(text: string): readonly Buffer[]
  /** Whether the bytes are sealed by an older key than the present one. */
  isOld(sealed: Uint8Array): boolean
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/**
 * AES-256-GCM. Sealed bytes are: one byte for the key's number, a nonce, the tag, the ciphertext.
 * @param keys the first seals; the others open bytes sealed before they were replaced
 */
export function createSealer(keys: readonly [SealingKey, ...SealingKey[]]): Sealer {
  const [present] = keys
  return {
    seal(bytes, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, present.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([Buffer.of(present.id), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const used = keys.find(({ id }) => id === sealed[0])
      if (!used || sealed.length < HEAD_BYTES) throw new Error(`no key opens what was sealed for ${context}`)
      const decipher = createDecipheriv(ALGORITHM, used.key, sealed.subarray(1, 1 + NONCE_BYTES))
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()])
    },
    fingerprints: (text) => keys.map(({ key }) => createHmac('sha256', key).update(`fingerprint:${text}`).digest()),
    isOld: (sealed) => sealed[0] !== present.id,
  }
}
