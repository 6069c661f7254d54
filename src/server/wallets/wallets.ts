import type * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import type { Rejected } from '#contract/rejected.ts'
import type { beginPasskeyWithdrawal, requestWithdrawal } from '#contract/withdrawals.ts'
import type { Coin } from '#domain/coin.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Language } from '#domain/market-state.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Transfers } from '#domain/transfers.ts'
import type { Amount } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { CardGateways } from '../providers/payments/payments.ts'
import type { TwoStep } from '../store/accounts/one-time-codes.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import type { KeptCloses } from './kept-closes.ts'

/** The dependencies of the wallet functions, put together in main. */
export interface WalletServices {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly cardGateways: CardGateways
  /** A user's payments that may still be made, at the most. */
  readonly openDepositsMax: number
  /** The present value of this much of a coin in Toman; `undefined` if there is no price. */
  readonly inToman: (coin: Coin, quantity: Amount) => Amount | undefined
  /** The past prices. */
  readonly closes: KeptCloses
  readonly transfers: Transfers
  /** The minute of the Tehran day at which the batch for the bank closes. */
  readonly batchMinute: number
  /** Checks where coins are to be sent. */
  readonly readCoinDestination: (asked: AskedDestination) => Promise<Destination | Rejected>
  /** Counts a number that a user looks for, so that nobody tries all numbers. */
  readonly countRecipient: (userId: number) => Promise<Rejected | undefined>
  /** Reads the facts that decide whether anything may leave for a user, to this destination if one is given. */
  readonly readWithdrawer: (userId: number, destination?: Destination) => Promise<Withdrawer>
  /** The codes by which users confirm withdrawals. */
  readonly withdrawalCodes: WithdrawalCodes
  readonly payerOf: (userId: number) => Promise<Payer>
  /** The product's address from outside, without a trailing slash. */
  readonly publicUrl: string
  /** Whether the address is a guess, so that every name of this machine itself is ours too. */
  readonly loopbackIsOurs: boolean
  readonly now: () => Date
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** A destination of coins that is to be checked. */
export interface AskedDestination {
  /** Whose coins these are, if another user's address may be settled inside the ledger. Absent: it is refused. */
  readonly sender?: number | undefined
  readonly coin: Coin
  readonly tokenType: string | undefined
  readonly address: string
  readonly tag?: string | undefined
  /** The whole that leaves the balance, with the network's fee. */
  readonly amount: Amount
}

/** One withdrawal, as its code is bound to it. */
export interface BoundWithdrawal {
  /** Coin, amount, network, address and its tag as one text. */
  readonly boundTo: string
  /** The same as its message says it: "0.5 USDT on TRC20 to T…". */
  readonly about: string
}

/** A call of a signed-in user, and the device that it came from. */
export interface WithdrawingCall {
  readonly caller: { readonly userId: number; readonly sessionId: number }
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
}

/** The user's own confirmation of one withdrawal: one of the two. */
export interface WithdrawalProof {
  readonly code?: string | undefined
  readonly passkey?: Input<typeof requestWithdrawal>['body']['passkey']
}

export type PasskeyQuestion = z.input<typeof beginPasskeyWithdrawal.response>['baseDTO']

export interface WithdrawalCodes {
  /** @returns the masked contact; without one, the user's authenticator makes the code */
  readonly send: (
    bound: BoundWithdrawal,
    call: WithdrawingCall,
  ) => Promise<
    { readonly channel: TwoStep; readonly maskedContact?: string; readonly expiresInSeconds?: number } | Rejected
  >
  /** Asks one of the user's passkeys instead. */
  readonly beginPasskey: (bound: BoundWithdrawal, call: WithdrawingCall) => Promise<PasskeyQuestion | Rejected>
  /** Uses a code or the answer of a passkey up, or refuses it. */
  readonly take: (
    given: WithdrawalProof & { readonly boundTo: string },
    call: WithdrawingCall,
  ) => Promise<Rejected | undefined>
}

/** The payer of a deposit and the cards that the payer may use. */
export interface Payer {
  readonly mobileNumber: MobileNumber
  /** Sixteen digits each. */
  readonly cards: readonly string[]
}
