import * as z from 'zod/mini'
import { GOLD, TOMAN } from '#domain/coin.ts'
import { type LedgerAccount, TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { defineEndpoint, operatorAct } from './endpoint.ts'
import { Reason } from './operations.ts'
import { CoinSymbol, DecimalText, Id, replyWith } from './values.ts'

export const proposeRelease = defineEndpoint({
  ...operatorAct,
  right: 'RESTORE_CONFIRM',
  path: '/operations/restore/propose',
  summary:
    'After a restore: proposes that money may leave and programs may call again, with the figures that were compared; another operator approves',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['NOTHING_TO_CHANGE', 'CUSTODY_UNAVAILABLE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

/** PAID_OUT: the customer has the money, and the books say that it is here. PAID_IN: the other way round. */
export const LOST_DIRECTIONS = ['PAID_OUT', 'PAID_IN'] as const
export type LostDirection = (typeof LOST_DIRECTIONS)[number]

/** The accounts through which a coin comes from customers or goes to them. Each network may carry it. */
export function accountsOfCoin(symbol: string): readonly LedgerAccount[] {
  if (symbol === TOMAN) return TOMAN_ACCOUNTS
  return symbol === GOLD ? ['delivered/GOLD'] : KNOWN_NETWORKS.map((network) => `hot/${network}` as const)
}

/** The directions in which a payment of a coin is booked by hand. Deposits over chains are read again, and gold only leaves. */
export const directionsOfCoin = (symbol: string): readonly LostDirection[] =>
  symbol === TOMAN ? LOST_DIRECTIONS : ['PAID_OUT']

/** A payment between a customer and the world outside, of the time that a restore has lost. */
export const LostPayment = z.strictObject({
  customer: Id,
  lostDirection: z.enum(LOST_DIRECTIONS),
  lostCoin: CoinSymbol,
  lostAmount: DecimalText,
  /** The account through which it went, such as "hot/TRC20" or "bank/1". */
  lostAccount: z.string().check(z.maxLength(32)),
  /** The name under which custody, the gateway or the bank knows it: it is booked once. Custody's is "withdrawal-" and the lost number. */
  transferReference: z.string().check(z.regex(/^[0-9A-Za-z-]{4,64}$/)),
})

export const proposeLostPayment = defineEndpoint({
  ...operatorAct,
  right: 'RESTORE_CONFIRM',
  path: '/operations/restore/payments/propose',
  summary:
    'After a restore, before the release: proposes to book a payment that the restored books lack; another operator approves. Custody is asked for one over a chain',
  body: z.extend(LostPayment, { reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: [
    'NOTHING_TO_CHANGE',
    'USER_NOT_FOUND',
    'SETTING_INVALID',
    'CUSTODY_UNAVAILABLE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})
