import type { WithdrawalOutcome } from '#domain/outcome.ts'
import type { Amount } from '#domain/units.ts'
import { approvalsFor, mayWithdraw, type WithdrawalRefusal } from '#domain/withdrawal.ts'
import { type Leaving, type RefusedOutcome, refused, type Withdraw } from './commands.ts'
import { keepHold } from './funds.ts'
import { type Journal, move, openEntry } from './journal.ts'
import type { EngineState } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

/** Sets money aside and raises its withdrawal. Refuses what `mayWithdraw` refuses, and NOT_ENOUGH_BALANCE. */
export function withdraw(state: EngineState, command: Withdraw, journal: Journal): WithdrawalOutcome | RefusedOutcome {
  const { userId, coinId, amount, at } = command
  const barred = refusalOf(state, command, { userId, at })
  if (barred) return refused(barred)
  const whose = { ownerId: userId, coinId }
  if (balanceOf(state, whose).available < amount) return refused('NOT_ENOUGH_BALANCE')
  const wallet = walletOf(state, whose)
  const entry = openEntry(state, journal, { kind: 'hold', reference: referenceOf(state.nextWithdrawalId), at })
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet, bucket: 'blocked' },
    quantity: amount,
  })
  const withdrawalId = raiseWithdrawal(state, journal, {
    leaving: command,
    userId,
    coinId,
    amount,
    orderId: undefined,
    at,
  })
  return { kind: 'withdrawal', withdrawalId }
}

const referenceOf = (withdrawalId: number) => `withdrawal/${withdrawalId}`

/** The refusal of what leaves for a user. */
export const refusalOf = (
  { recentWithdrawals }: EngineState,
  { withdrawer, worth }: Leaving,
  { userId, at }: { userId: number; at: number },
): WithdrawalRefusal | undefined =>
  mayWithdraw(withdrawer, { at, worth, withdrawn: recentWithdrawals.sumsOf(userId, at) })

interface Raised {
  readonly leaving: Leaving
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly orderId: number | undefined
  readonly at: number
}

/** Remembers the withdrawal of money that is blocked already, and its hold. Returns its number. */
export function raiseWithdrawal(
  state: EngineState,
  journal: Journal,
  { leaving: { destination, withdrawer, worth }, userId, coinId, amount, orderId, at }: Raised,
): number {
  if (worth === undefined) throw new Error('a withdrawal of unknown worth has passed the gate')
  const id = state.nextWithdrawalId++
  const holdReference = referenceOf(id)
  const withdrawn = state.recentWithdrawals.sumsOf(userId, at)
  const { tokenType, address, tag, networkFee } = destination
  const approvalsNeeded = approvalsFor(worth, { limits: withdrawer.limits, withdrawn, tokenType })
  keepHold(state, journal, { reference: holdReference, userId, coinId, amount })
  const sent = { id, tokenType, address, tag, networkFee, userId, coinId, amount }
  journal.withdrawals.push({ ...sent, holdReference, orderId, worth, approvalsNeeded, at })
  state.recentWithdrawals.add({ holdReference, userId, worth, at })
  return id
}
