import { createHash } from 'node:crypto'
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, sign, verify } from 'ripple-keypairs'
import { z } from 'zod'
import { parseDecimal } from '#domain/decimal.ts'

const Drops = z.string().transform((text) => parseDecimal(text, 0) ?? 0n)

/** The fields of a payment that this sandbox heeds; what a blob says besides is kept in `json`. */
const Payment = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Destination: z.string().default(''),
  DestinationTag: z.int().optional(),
  NetworkID: z.int().optional(),
  Flags: z.int().default(0),
  Amount: Drops.optional().catch(undefined),
  SendMax: z.object({ value: z.string() }).optional(),
  Fee: Drops,
  Sequence: z.int(),
  LastLedgerSequence: z.int().optional(),
  SigningPubKey: z.string(),
  TxnSignature: z.string().default(''),
})

export interface XrpWire extends z.output<typeof Payment> {
  readonly hash: string
  readonly blob: string
  readonly json: object
}

/** Reads a signed transaction. @throws Error where the bytes are none */
export function readBlob(blob: string): XrpWire {
  const json = decode(blob)
  const hash = createHash('sha512')
    .update(Buffer.from(`54584E00${blob}`, 'hex'))
    .digest('hex')
    .slice(0, 64)
  return { ...Payment.parse(json), hash: hash.toUpperCase(), blob, json }
}

/** Whether the key of the sending account itself has signed exactly this. */
export function isSignedByAccount({ json, SigningPubKey, TxnSignature, Account }: XrpWire): boolean {
  try {
    return deriveAddress(SigningPubKey) === Account && verify(encodeForSigning(json), TxnSignature, SigningPubKey)
  } catch {
    return false
  }
}

/** The key that owns all coins of the first ledger. It is public: nothing on this network is worth anything. */
const FAUCET_KEYS = deriveKeypair('snoPBrXtMeMyMHUVTgbuqAfg1SUTb')
export const FAUCET = deriveAddress(FAUCET_KEYS.publicKey)

/** A signed transaction of the faucet. */
export function signAsFaucet(fields: object): string {
  const unsigned = { ...fields, Account: FAUCET, SigningPubKey: FAUCET_KEYS.publicKey }
  return encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned), FAUCET_KEYS.privateKey) })
}
