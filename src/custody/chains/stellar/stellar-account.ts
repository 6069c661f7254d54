import { createHmac } from 'node:crypto'
import { Keypair, StrKey } from '@stellar/stellar-base'

/** The one key of an account. Its private half never leaves this room. */
export interface StellarAccount {
  readonly address: string
  /** In hex. */
  readonly publicKey: string
  /** The same text gives the same signature. */
  sign(hash: Buffer): Buffer
}

/** m/44'/148'/0' */
const PATH = [44, 148, 0]
const HARDENED = 2 ** 31
const KEY_BYTES = 32

/** The key of SEP-5, which wallets of Stellar show for the same words. Ed25519 has hardened children alone, by SLIP-10. */
export function openStellarAccount(seed: Uint8Array): StellarAccount {
  const node = PATH.reduce(childOf, hmac('ed25519 seed', seed))
  const pair = Keypair.fromRawEd25519Seed(node.subarray(0, KEY_BYTES))
  return { ...publicPart(pair), sign: (hash) => pair.sign(hash) }
}

/** An account whose key is elsewhere. */
export const watchStellarAccount = (address: string): StellarAccount => ({
  ...publicPart(Keypair.fromPublicKey(address)),
  sign: () => {
    throw new Error('the key of this account is not here')
  },
})

const publicPart = (pair: Keypair) => ({ address: pair.publicKey(), publicKey: pair.rawPublicKey().toString('hex') })

function childOf(node: Buffer, index: number): Buffer {
  const data = Buffer.alloc(1 + KEY_BYTES + 4)
  node.copy(data, 1, 0, KEY_BYTES)
  data.writeUInt32BE(HARDENED + index, 1 + KEY_BYTES)
  return hmac(node.subarray(KEY_BYTES), data)
}

const hmac = (key: string | Buffer, data: Uint8Array): Buffer => createHmac('sha512', key).update(data).digest()

export const isStellarAddress = (text: string): boolean => StrKey.isValidEd25519PublicKey(text)
