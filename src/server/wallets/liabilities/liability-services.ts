import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { hexOf } from '#domain/liabilities.ts'
import type { CustodyClient } from '../../providers/custody/custody.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'
import type { WalletServices } from '../wallets.ts'

/** The dependencies of statements of liabilities and their proofs. */
export interface LiabilityServices extends Pick<WalletServices, 'now' | 'log'> {
  readonly database: Queryable
  readonly catalogue: Pick<Catalogue, 'coins' | 'coinBySymbol'>
  /** Seals the secret of a statement. */
  readonly sealer: {
    seal(bytes: Uint8Array, context: string): Buffer
    open(sealed: Uint8Array, context: string): Buffer
  }
  readonly key: StatementKey
  /** Absent on a server that is not connected to custody. */
  readonly custody: Pick<CustodyClient, 'ask'> | undefined
}

/** The key that signs statements. */
export interface StatementKey {
  /** In hex. */
  readonly publicKey: string
  /** @returns the Ed25519 signature in hex */
  sign(message: Uint8Array): string
}

/** The beginning of every Ed25519 key of 32 bytes in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_BYTES = 32

/** @param seed the 32 bytes of an Ed25519 key */
export function openStatementKey(seed: Uint8Array): StatementKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  // The key itself is the end of its DER form.
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  return { publicKey: hexOf(publicKey), sign: (message) => hexOf(sign(null, message, key)) }
}
