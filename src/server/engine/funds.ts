import { rewardsOn } from '#domain/fee.ts'
import {
  type Bucket,
  type Entry,
  isOutside,
  mayGoNegative,
  ownerIdOf,
  type Reference,
  SYSTEM_ACCOUNT,
} from '#domain/ledger.ts'
import { valueInToman, wholePrice } from '#domain/market.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Trade } from '#domain/trade.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import {
  type Credit,
  type HoldFunds,
  type RefusedOutcome,
  type ReleaseHold,
  refused,
  type SettleHold,
  type TransferFunds,
} from './commands.ts'
import { type Journal, move, openEntry, post } from './journal.ts'
import type { Order } from './order.ts'
import { type EngineState, type OpenHold, venueOf } from './state.ts'
import { balanceOf, type Wallet, walletOf } from './wallet.ts'

type Answer = Outcome | RefusedOutcome

/** The largest balance that NUMERIC(38) holds. */
const BALANCE_MAX = 10n ** 38n - 1n

/** Credits money of one of the exchange's accounts to a user: source → available. Refuses as `pay` does. */
export const credit = (state: EngineState, { type, source, userId, ...command }: Credit, journal: Journal): Answer =>
  pay(state, { ...command, kind: type, from: ownerIdOf(source), to: userId }, journal)

/** @throws Error if a sweep or a fee is not of money outside alone */
export function transfer(state: EngineState, { type, ...command }: TransferFunds, journal: Journal): Answer {
  const [from, to] = [ownerIdOf(command.debit), ownerIdOf(command.credit)]
  if (type !== 'correction' && !(isOutside(from) && isOutside(to)))
    throw new Error(`a ${type} from ${command.credit} to ${command.debit}`)
  return pay(state, { ...command, kind: type, from, to }, journal)
}

type Payment = Pick<Credit, 'coinId' | 'amount' | 'at'> & Reference & { readonly from: number; readonly to: number }

/**
 * Moves available money from one owner to another. Refuses ALREADY_CREDITED; AMOUNT_IS_HIGH, since such a balance could not be written; and
 * NOT_ENOUGH_BALANCE of an account that must not fall below zero.
 */
function pay(state: EngineState, { kind, reference, coinId, at, ...payment }: Payment, journal: Journal): Answer {
  if (state.references.has({ kind, reference })) return refused('ALREADY_CREDITED')
  const [from, to] = [
    { ownerId: payment.from, coinId },
    { ownerId: payment.to, coinId },
  ]
  const { available, blocked } = balanceOf(state, to)
  const left = balanceOf(state, from).available - payment.amount
  if (available + blocked + payment.amount > BALANCE_MAX || left < -BALANCE_MAX) return refused('AMOUNT_IS_HIGH')
  if (left < 0n && !mayGoNegative(from.ownerId)) return refused('NOT_ENOUGH_BALANCE')
  const entry = openEntry(state, journal, { kind, reference, at })
  move(journal, entry, {
    from: { wallet: walletOf(state, from), bucket: 'available' },
    to: { wallet: walletOf(state, to), bucket: 'available' },
    quantity: payment.amount,
  })
  state.references.add({ kind, reference })
  return { kind: 'moved', seq: entry.seq }
}

/** Sets money aside: available → blocked. Refuses ALREADY_HELD, also if that hold has ended, and NOT_ENOUGH_BALANCE. */
export function hold(state: EngineState, command: HoldFunds, journal: Journal): Answer {
  const { userId, coinId, reference, at } = command
  if (state.references.has({ kind: 'hold', reference }) || state.holds.has(reference)) return refused('ALREADY_HELD')
  const whose = { ownerId: userId, coinId }
  if (balanceOf(state, whose).available < command.amount) return refused('NOT_ENOUGH_BALANCE')
  const wallet = walletOf(state, whose)
  const entry = openEntry(state, journal, { kind: 'hold', reference, at })
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet, bucket: 'blocked' },
    quantity: command.amount,
  })
  keepHold(state, journal, { reference, userId, coinId, amount: command.amount })
  return { kind: 'moved', seq: entry.seq }
}

/** Remembers a hold whose money is blocked already. */
export function keepHold(
  state: EngineState,
  journal: Journal,
  held: Pick<OpenHold, 'reference' | 'userId' | 'coinId' | 'amount'>,
): void {
  const hold: OpenHold = { ...held, settled: ZERO, status: 'HELD' }
  state.holds.set(hold.reference, hold)
  state.references.add({ kind: 'hold', reference: hold.reference })
  journal.holds.add(hold)
}

/**
 * Settles parts of a hold, blocked → their accounts, or releases it, blocked → available. Refuses HOLD_NOT_FOUND, and HOLD_EXCEEDED if the
 * parts are more than what the hold still keeps.
 */
export function endHold(state: EngineState, command: ReleaseHold | SettleHold, journal: Journal): Answer {
  const held = state.holds.get(command.reference)
  if (!held || held.userId !== command.userId) return refused('HOLD_NOT_FOUND')
  const { userId, coinId, reference } = held
  const { parts, rest } = command.type === 'settle' ? command : RELEASE
  const settled = amount(parts.reduce((sum, part) => sum + part.amount, 0n + held.settled))
  if (settled > held.amount) return refused('HOLD_EXCEEDED')
  const entry = openEntry(state, journal, { kind: command.type, reference, at: command.at })
  const wallet = walletOf(state, { ownerId: userId, coinId })
  const pay = (receiver: Wallet, quantity: bigint) =>
    move(journal, entry, {
      from: { wallet, bucket: 'blocked' },
      to: { wallet: receiver, bucket: 'available' },
      quantity,
    })
  for (const part of parts) pay(walletOf(state, { ownerId: ownerIdOf(part.account), coinId }), part.amount)
  if (rest === 'released') pay(wallet, held.amount - settled)
  held.settled = settled
  if (rest === 'released' || settled === held.amount) {
    held.status = settled > 0n ? 'SETTLED' : 'RELEASED'
    state.holds.delete(reference)
    if (settled === 0n) state.recentWithdrawals.remove(reference)
  }
  journal.holds.add(held)
  return { kind: 'moved', seq: entry.seq }
}

const RELEASE = { parts: [], rest: 'released' } as const satisfies Pick<SettleHold, 'parts' | 'rest'>

interface TradePayment {
  readonly from: Wallet
  readonly fromBucket: Bucket
  /** Receives the coins and pays the fee that is deducted from them. */
  readonly receiver: Pick<Order, 'userId' | 'charges' | 'side'>
  readonly toBucket: Bucket
  readonly quantity: Amount
  readonly fee: Amount
}

/**
 * Pays one coin of a trade to its receiver, less the fee. The fee goes to the exchange, except the reward of the receiver's inviter and the
 * receiver's own share. Nobody is rewarded for inviting themselves.
 */
export function payOut(
  state: EngineState,
  { entry, journal }: { entry: Entry; journal: Journal },
  trade: Trade,
  { from, fromBucket, receiver, toBucket, quantity, fee }: TradePayment,
): void {
  const { coinId } = from
  if (fee > quantity) throw new Error(`a fee of trade ${trade.id} is more than what it is taken from`)
  const { userId, charges, side } = receiver
  const to = walletOf(state, { ownerId: userId, coinId })
  post(journal, entry, from, fromBucket, -quantity)
  post(journal, entry, to, toBucket, quantity - fee)
  if (fee === 0n) return
  const { inviterId, friendShare } = charges
  const isRewarded = inviterId !== undefined && inviterId !== userId
  const { inviter: reward, friend: cashBack } = isRewarded ? rewardsOn(fee, friendShare) : NO_REWARDS
  const fees = walletOf(state, { ownerId: SYSTEM_ACCOUNT.fees, coinId })
  post(journal, entry, fees, 'available', fee - reward - cashBack)
  // The inviter's part is never the smaller one: if it is zero, the friend's part is zero too.
  if (!isRewarded || reward === 0n) return
  post(journal, entry, walletOf(state, { ownerId: inviterId, coinId }), 'available', reward)
  if (cashBack > 0n) post(journal, entry, to, 'available', cashBack)
  journal.rewards.push({
    tradeId: trade.id,
    inviterId,
    inviteeId: userId,
    coinId,
    amount: reward,
    valueInToman: worthOf(state, trade, { quantity: reward, side }),
    friendAmount: cashBack,
    friendValueInToman: worthOf(state, trade, { quantity: cashBack, side }),
  })
}

const NO_REWARDS = { inviter: ZERO, friend: ZERO }

/** A buyer's fee is in the base coin, a seller's in the quote coin. */
function worthOf(
  state: EngineState,
  { marketId, unitPrice, quoteInToman }: Trade,
  { quantity, side }: { quantity: Amount; side: Order['side'] },
): Amount | undefined {
  const { market } = venueOf(state, marketId)
  const value = side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'down')
  return valueInToman(value, { quote: market.quote, quoteInToman })
}
