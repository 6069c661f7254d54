import { hash } from 'node:crypto'
import { keccak256, SigningKey } from 'ethers/crypto'
import { hashMessage } from 'ethers/hash'
import type { ATTESTATION_SCHEMES } from '#contract/liabilities.ts'

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

/**
 * Messages signed by the key of the hot wallet, by the scheme that each network's wallets have for it. Custody signs one form of message
 * alone, which names its own address; the caller chooses no words, no digest and no key.
 *
 * None of these signatures is worth anything as one of a transaction, since the digests are of other bytes. That of EIP-191 begins with 0x19,
 * which begins neither a list of RLP nor a kind of transaction, and is reserved for this. TRON signs the SHA-256 of a transaction, and the
 * Keccak-256 of a message with its own beginning. In Bitcoin's family the digest is of a text that begins with the length and the name of its
 * scheme, and ends in letters; that of a transaction begins with its version, and ends with the kind of the hash. What Stellar signs of a
 * transaction begins with the hash of the network's name. XRP's wallets agree on no scheme that tells the two apart: its messages are not signed.
 */
export interface SignedMessage {
  readonly scheme: (typeof ATTESTATION_SCHEMES)[number]
  readonly signature: string
}

/** `personal_sign` of Ethereum's wallets. */
export const signEvmMessage = (message: string, key: Uint8Array): SignedMessage => ({
  scheme: 'EIP-191',
  signature: new SigningKey(key).sign(hashMessage(message)).serialized,
})

/** `signMessageV2` of TRON's wallets. */
export function signTronMessage(message: string, key: Uint8Array): SignedMessage {
  const bytes = Buffer.from(`\u0019TRON Signed Message:\n${message.length}${message}`)
  return { scheme: 'TRON', signature: new SigningKey(key).sign(keccak256(bytes)).serialized }
}

/** SEP-53 of Stellar's wallets. @param sign the account's signature of a hash */
export function signStellarMessage(message: string, sign: (hash: Buffer) => Buffer): SignedMessage {
  const digest = sha256(Buffer.from(`Stellar Signed Message:\n${message}`))
  return { scheme: 'SEP-53', signature: sign(digest).toString('base64') }
}

/** The first byte of a signature of a compressed key by BIP-137, to which the recovery is added. */
const FIRST_BYTE = { pkh: 31, wpkh: 39 } as const

/** `signmessage` of the family's wallets, with the first byte that BIP-137 has for segwit. */
export function signBitcoinMessage(
  message: string,
  { key, kind, messageName }: { key: Uint8Array; kind: keyof typeof FIRST_BYTE; messageName: string },
): SignedMessage {
  const { r, s, yParity } = new SigningKey(key).sign(bitcoinDigest(message, messageName))
  const signature = Buffer.concat([Buffer.of(FIRST_BYTE[kind] + yParity), bytesOf(r), bytesOf(s)])
  return { scheme: 'BIP-137', signature: signature.toString('base64') }
}

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')

/** The twofold SHA-256 of both texts, each with its length before it. */
export function bitcoinDigest(message: string, name: string): Uint8Array {
  const texts = [`${name} Signed Message:\n`, message].map((text) => Buffer.from(text))
  const parts = texts.flatMap((text) => [lengthOf(text), text])
  return sha256(sha256(Buffer.concat(parts)))
}

/** Lengths from 253 take two further bytes. */
const lengthOf = ({ length }: Buffer) => (length < 253 ? Buffer.of(length) : Buffer.of(253, length & 255, length >> 8))
