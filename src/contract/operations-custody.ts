import * as z from 'zod/mini'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { OUTGOING_STATES } from '#domain/outgoing-transfer.ts'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith, replyWithRows, SignedDecimalText } from './values.ts'

const Network = z.enum(KNOWN_NETWORKS)

/** NOT_CONNECTED: this server has no custody. SILENT: it does not answer. */
export const CUSTODY_STATES = ['NOT_CONNECTED', 'SILENT', 'ANSWERS'] as const

export const getCustody = defineEndpoint({
  ...operatorRead,
  path: '/operations/custody',
  right: 'WITHDRAWALS_READ',
  summary: 'Whether custody answers and sends, and the networks that it serves',
  polled: true,
  response: replyWith({
    baseDTO: z.object({
      state: z.enum(CUSTODY_STATES),
      /** Since when nothing is sent; `null` unless all sending is stopped. */
      stoppedAt: z.nullable(Instant),
      /** The text that custody's operators sign to let payments go on; `null` unless all sending is stopped. */
      resumeText: z.nullable(z.string()),
      networks: z.array(
        z.object({
          network: Network,
          /** Custody reaches the network's node. */
          reachable: z.boolean(),
          /** Of the newest block; `null` while the node is not reachable. */
          height: z.nullable(z.int()),
          hotAddress: z.string(),
          /** `null` if custody's policy names no cold storage. */
          coldAddress: z.nullable(z.string()),
        }),
      ),
    }),
  }),
})

/** Custody's count on the chain, beside the ledger's figures. */
const CustodyBalance = z.object({
  coin: CoinSymbol,
  /** `null` if custody did not answer for the network, or does not serve the coin there. */
  counted: z.nullable(
    z.object({
      hot: DecimalText,
      /** On all deposit addresses together. */
      deposits: DecimalText,
      /** `null` if custody's policy names no cold storage. */
      cold: z.nullable(DecimalText),
    }),
  ),
  /** In the accounts of the hot and the cold wallet; below zero if more has left than came. */
  ledger: z.object({ hot: SignedDecimalText, cold: SignedDecimalText }),
  /** Deposits in blocks that are not deep enough to be booked. */
  pending: DecimalText,
  /** The counted coins without the ledger's and the pending ones: below zero, coins are missing. `null` if it is not known. */
  difference: z.nullable(SignedDecimalText),
  /** The hot wallet lacks so many coins for withdrawals that wait; `null` if it has enough, or the count is not known. */
  bring: z.nullable(DecimalText),
})

export const getCustodyBalances = defineEndpoint({
  ...operatorRead,
  path: '/operations/custody/balances',
  right: 'WITHDRAWALS_READ',
  summary: "Coins that custody counts on each network, beside the ledger's, at most a minute old",
  polled: true,
  response: replyWith({
    baseDTO: z.object({
      at: Instant,
      networks: z.array(
        z.object({
          network: Network,
          /** Custody answered for this network in time. */
          answered: z.boolean(),
          coins: z.array(CustodyBalance),
        }),
      ),
    }),
  }),
})

export const draftColdPayment = defineEndpoint({
  ...operatorRead,
  path: '/operations/custody/cold-draft',
  right: 'WITHDRAWALS_READ',
  summary: 'A payment from cold storage to the hot wallet or to the address of a withdrawal, to be signed elsewhere',
  query: z.strictObject({
    network: Network,
    coin: CoinSymbol,
    amount: DecimalText,
    /** A withdrawal that is to be paid from cold storage; absent: the hot wallet is. */
    withdrawal: z.optional(Id),
  }),
  response: replyWith({
    baseDTO: z.object({
      /** The input of `npm run custody:sign`. */
      draft: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  }),
  errors: ['WITHDRAWALS_STOPPED', 'CUSTODY_UNAVAILABLE', 'COIN_NOT_FOUND', 'WITHDRAWAL_NOT_WAITING', 'COLD_REFUSED'],
})

/** A deposit in one of these states is in nobody's balance. */
export const ODD_DEPOSIT_STATES = ['TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED', 'HELD', 'KEPT', 'UNOWNED'] as const

export const getOddDeposits = defineEndpoint({
  ...operatorRead,
  path: '/operations/custody/odd-deposits',
  right: 'WITHDRAWALS_READ',
  summary: 'Deposits over chains that are credited to nobody, newest first',
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(
    z.object({
      id: Id,
      state: z.enum(ODD_DEPOSIT_STATES),
      /** The user to whose address it was paid; `null` for a payment to the address of all users that names none of them. */
      userId: z.nullable(Id),
      /** The tag or memo of the payment, if it has one. */
      tag: z.nullable(z.string()),
      network: z.string(),
      txid: z.string(),
      /** `null` for a token that is not served. */
      coin: z.nullable(CoinSymbol),
      /** The contract of a token that is not served. */
      contract: z.nullable(z.string()),
      /** In whole coins; of a token that is not served in base units of its contract. */
      amount: z.string().check(z.regex(/^\d{1,38}(\.\d{1,30})?$/)),
      seenAt: Instant,
      /** The sender that screening lists, and the reason of its list; `null` unless it is or was held. */
      heldFor: z.nullable(z.string()),
    }),
  ),
})

export const getOutgoingCoins = defineEndpoint({
  ...operatorRead,
  path: '/operations/custody/outgoing',
  right: 'WITHDRAWALS_READ',
  summary: 'The hundred oldest withdrawals over chains that are approved and not ended',
  polled: true,
  response: replyWithRows(
    z.object({
      id: Id,
      userId: Id,
      network: z.string(),
      coin: CoinSymbol,
      /** The amount that is sent, without the network's fee. */
      amount: DecimalText,
      address: z.string(),
      /** The tag or memo of the address, if it has one. */
      tag: z.nullable(z.string()),
      state: z.enum(OUTGOING_STATES),
      createdAt: Instant,
      /** Operators pay it from cold storage. */
      isForCold: z.boolean(),
      /** Why custody does not send it yet: a refusal of custody's. */
      refusal: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      confirmations: z.nullable(z.int()),
      confirmationsNeeded: z.nullable(z.int()),
      /** The operators of custody whose signatures are here. */
      signedBy: z.array(z.string()),
      /** The input of `npm run custody:approve`; `null` unless custody asks for signatures. */
      signInput: z.nullable(z.string()),
    }),
  ),
})

const act = { ...operatorAct, right: 'WITHDRAWALS_DECIDE' } as const

export const stopCustody = defineEndpoint({
  ...act,
  path: '/operations/custody/stop',
  summary: 'Stops all sending of coins immediately; a repeated stop changes nothing',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['CUSTODY_UNAVAILABLE'],
})

/** A signature of one of custody's operators, as `npm run custody:approve` prints it. */
export const CustodyApproval = z.strictObject({
  operator: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Ed25519 in base64, over the bytes of the text that custody names. */
  signature: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type CustodyApproval = z.output<typeof CustodyApproval>

export const signOutgoing = defineEndpoint({
  ...act,
  path: '/operations/custody/outgoing/:id/approvals',
  summary: "Keeps signatures of custody's operators for a payment above its automatic limits; custody checks them",
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ approvals: z.array(CustodyApproval).check(z.minLength(1), z.maxLength(16)), reason: Reason }),
  response: replyWith({}),
  errors: ['WITHDRAWAL_NOT_WAITING', 'NOTHING_TO_CHANGE'],
})

export const resumeCustody = defineEndpoint({
  ...act,
  path: '/operations/custody/resume',
  summary: 'Asks custody to let payments go on after a stop; its policy decides whose signatures that needs',
  body: z.strictObject({
    /** Of the stop that the operator saw. */
    stoppedAt: Instant,
    approvals: z.array(CustodyApproval).check(z.maxLength(16)),
    reason: Reason,
  }),
  response: replyWith({}),
  errors: ['CUSTODY_UNAVAILABLE', 'NOTHING_TO_CHANGE', 'SETTING_CHANGED', 'APPROVAL_INVALID', 'APPROVALS_NEEDED'],
})

/** For a withdrawal above all limits of custody: custody is not asked for it again, and its user cannot cancel it. */
export const setCold = defineEndpoint({
  ...act,
  path: '/operations/custody/outgoing/:id/set-cold',
  summary: 'Sets a withdrawal aside that operators pay from cold storage',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['WITHDRAWAL_NOT_WAITING'],
})

export const proposeColdPayment = defineEndpoint({
  ...act,
  path: '/operations/custody/cold-payments',
  summary:
    'Reports a transaction by which cold storage paid a withdrawal or the hot wallet, for another operator to confirm',
  body: z.strictObject({
    network: Network,
    coin: CoinSymbol,
    txid: z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/)),
    /** Absent: it paid the hot wallet. */
    withdrawal: z.optional(Id),
    reason: Reason,
  }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: [
    'CUSTODY_UNAVAILABLE',
    'COIN_NOT_FOUND',
    'WITHDRAWAL_NOT_WAITING',
    'COLD_PAYMENT_NOT_FOUND',
    'COLD_PAYMENT_DIFFERS',
    'NOTHING_TO_CHANGE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

/** A deposit that screening holds is credited to the user of its address, or kept by the exchange. */
export const decideHeldDeposit = defineEndpoint({
  ...act,
  path: '/operations/custody/odd-deposits/:id/decide',
  summary: 'Proposes to credit or to keep a deposit that screening holds; another operator confirms',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ decision: z.enum(['CREDIT', 'KEEP']), reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})
