import type { z } from 'zod'
import type { BlockId, CustodyResult, IncomingTransfer, Network } from '#contract/custody.ts'
import type { KeyPlace } from '../account.ts'
import type { Plan } from '../journal-records.ts'
import type { Refused } from '../refused.ts'
import type { SignedMessage } from './signed-message.ts'

export type NetworkName = z.output<typeof Network>

export interface ServedCoin {
  readonly symbol: string
  readonly decimals: number
  readonly contract?: string | undefined
}

/** A payment whose form was checked. */
export interface Payment {
  readonly coin: ServedCoin
  readonly to: string
  readonly amount: bigint
  readonly tag?: string | undefined
}

export interface Signed {
  readonly txid: string
  /** The bytes to broadcast, in hex. */
  readonly raw: string
}

/** A transaction as the node has it: not at all, outside of a block, or in one. */
export type Sighting =
  | 'missing'
  | 'pending'
  | {
      readonly height: number
      readonly confirmations: number
      /** Paid, in base units of the chain's own coin. */
      readonly fee: bigint
      /** It is in a block, and paid nothing. */
      readonly reverted: boolean
    }

/** One chain behind a node. Each call that needs the node throws NodeError while it is away or on another chain. */
export interface Chain {
  readonly network: NetworkName
  /** The chain that the policy names. */
  readonly id: string
  /** Its name in a draft for cold storage. */
  readonly draftChain: string
  readonly extendedPublicKey: string
  readonly hotAddress: string
  readonly confirmations: number
  /** The most that one transaction may cost, in base units of the chain's own coin. */
  readonly feeMax: bigint
  /** The most that all transactions of a day may cost. */
  readonly feePerDay: bigint
  readonly coins: readonly ServedCoin[]
  tip(): Promise<BlockId>
  addressOf(index: number): string
  /** The tag that belongs to the address of an index. Absent: each index has an address of its own. */
  tagOf?(index: number): string
  /** The tag as it is sent; `undefined` if it is none of this network. Absent: the network has no tags. */
  readTag?(text: string): string | undefined
  /** Why the receiver does not take a payment, by what the node says of it now. Absent: a network without such rules. */
  checkReceiver?(payment: Payment): Promise<Refused | undefined>
  /** The address as it is paid; `undefined` if it is not one of this network. */
  readAddress(text: string): string | undefined
  /** Whether a read address is the hot wallet's, or a deposit address that was scanned. */
  isOwn(address: string): boolean
  scan(span: { readonly after: number; readonly issued: number }): Promise<CustodyResult<'scan'>>
  balances(issued: number): Promise<CustodyResult<'balances'>>
  /** Chooses fee, nonce and coins for a payment, outside of what earlier plans `spent`. Nothing is signed. */
  plan(payment: Payment, spent: ReadonlySet<string>): Promise<Plan | Refused>
  /**
   * Whether a transaction expires: one that is in no block by then never will be. Its replacement is then the same payment anew, refused as
   * NOT_REPLACEABLE before, and each look-up asks for it.
   */
  readonly transactionsExpire?: boolean
  /** The same payment at a fee that is at least an eighth higher, or anew. Absent: the network does not replace transactions. */
  planReplacement?(
    version: { readonly plan: Plan; readonly txid: string },
    spent: ReadonlySet<string>,
  ): Promise<Plan | Refused>
  /** Moves what a deposit address holds of a coin to the hot wallet. Absent: deposits are spent where they are. */
  planSweep?(from: KeyPlace, coin: ServedCoin, spent: ReadonlySet<string>): Promise<SweepPlan | Refused>
  /** The same plan gives the same bytes. */
  sign(plan: Plan): Signed
  /** Whether the node has it now; its words if it does not take it. @throws NodeError where neither is known */
  broadcast(signed: Signed): Promise<'accepted' | { readonly refused: string }>
  /** Signs a message by the key of the hot wallet. Absent: the network's wallets agree on no scheme that custody knows. */
  attest?(message: string): SignedMessage
  /** The id of a signed transaction in hex. @throws Error where it is none */
  readSigned(raw: string): Signed
  find(txid: string, plan: Plan): Promise<Sighting>
  /** A transaction of the hot address in a block, and what it pays; `undefined` if there is none. */
  inspect(asked: AskedPayment): Promise<Inspection | undefined>
}

export interface AskedPayment {
  readonly txid: string
  readonly coin: ServedCoin
  readonly to: string
  /** A payment with another one, or with none, is none to this receiver. Absent: it may have no tag. */
  readonly tag: string | undefined
}

export interface Inspection {
  readonly height: number
  readonly confirmations: number
  /** To the address, in base units of the coin. */
  readonly amount: bigint
  /** In base units of the chain's own coin. */
  readonly fee: bigint
}

/** A sweep, or the coins for its fee that have to be on the address first. */
export type SweepPlan =
  | { readonly kind: 'sweep'; readonly plan: Plan; readonly amount: bigint }
  | { readonly kind: 'gas'; readonly amount: bigint }

export type Transfer = IncomingTransfer
