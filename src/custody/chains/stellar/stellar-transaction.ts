import {
  Account,
  Asset,
  FeeBumpTransaction,
  Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base'
import { toCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { isMemoId } from '#domain/tags.ts'
import type { Signed } from '../chain.ts'
import type { StellarAccount } from './stellar-account.ts'

export const STELLAR_DECIMALS = 7
const SECOND_MS = 1_000

/** A transaction of one payment, in all that is signed. Amounts are in stroops. */
export interface StellarPayment {
  readonly to: string
  readonly tag: string | undefined
  readonly amount: bigint
  /** The payment makes an account of the address. */
  readonly opensAccount: boolean
  readonly fee: bigint
  readonly sequence: bigint
  /** Milliseconds since 1970. No ledger that closes later can hold it. */
  readonly expiration: number
}

/** The envelope of a payment without a signature, in base64. */
export function composePayment(
  { to, tag, amount, opensAccount, fee, sequence, expiration }: StellarPayment,
  { address, passphrase }: { address: string; passphrase: string },
): string {
  const text = formatDecimal(amount, STELLAR_DECIMALS)
  const operation = opensAccount
    ? Operation.createAccount({ destination: to, startingBalance: text })
    : Operation.payment({ destination: to, asset: Asset.native(), amount: text })
  const timebounds = { minTime: 0, maxTime: Math.floor(expiration / SECOND_MS) }
  const source = new Account(address, (sequence - 1n).toString())
  const builder = new TransactionBuilder(source, { fee: fee.toString(), networkPassphrase: passphrase, timebounds })
  builder.addOperation(operation)
  if (tag !== undefined) builder.addMemo(isMemoId(tag) ? Memo.id(tag) : Memo.text(tag))
  return builder.build().toEnvelope().toXDR('base64')
}

/** The inverse of `composePayment`. @throws Error for a transaction of another kind */
export function readPaymentIn(unsigned: string, passphrase: string): StellarPayment {
  const transaction = readEnvelope(unsigned, passphrase)
  const { operations, memo, fee, sequence, timeBounds } = transaction
  const [operation, ...others] = operations
  if (!operation || others.length > 0 || operation.source !== undefined)
    throw new Error('the transaction is no payment')
  const until = parseDecimal(timeBounds?.maxTime ?? '', 0)
  const common = {
    tag: memo.type === 'none' ? undefined : String(memo.value),
    fee: unitsOf(fee, 0),
    sequence: unitsOf(sequence, 0),
    expiration: until === undefined ? 0 : millisecondsOf(until),
  }
  if (operation.type === 'createAccount') {
    const { destination, startingBalance } = operation
    return { ...common, to: destination, amount: unitsOf(startingBalance, STELLAR_DECIMALS), opensAccount: true }
  }
  if (operation.type !== 'payment' || !operation.asset.isNative())
    throw new Error('the transaction is no payment of coins')
  const { destination, amount } = operation
  return { ...common, to: destination, amount: unitsOf(amount, STELLAR_DECIMALS), opensAccount: false }
}

const millisecondsOf = (seconds: bigint): number => new Date(toCount(seconds) * SECOND_MS).getTime()

function unitsOf(text: string, decimals: number): bigint {
  const units = parseDecimal(text, decimals)
  if (units === undefined) throw new Error('the transaction is damaged')
  return units
}

export function readEnvelope(envelope: string, passphrase: string): Transaction {
  const transaction = TransactionBuilder.fromXDR(envelope, passphrase)
  if (transaction instanceof FeeBumpTransaction) throw new Error('the transaction is of another kind')
  return transaction
}

/** Signs an envelope in base64. */
export function signStellar(
  unsigned: string,
  { account, passphrase }: { account: StellarAccount; passphrase: string },
): Signed {
  const transaction = readEnvelope(unsigned, passphrase)
  const hash = transaction.hash()
  transaction.addSignature(account.address, account.sign(hash).toString('base64'))
  return { txid: hash.toString('hex'), raw: Buffer.from(transaction.toXDR(), 'base64').toString('hex') }
}

/** @throws Error for bytes that are no signed transaction */
export function readSignedStellar(raw: string, passphrase: string): Signed {
  const transaction = readEnvelope(Buffer.from(raw, 'hex').toString('base64'), passphrase)
  if (transaction.signatures.length === 0) throw new Error('the transaction is not signed')
  return { txid: transaction.hash().toString('hex'), raw }
}
