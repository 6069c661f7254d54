import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type Credit, type EndHold, type HoldFunds, type Outcome, type RefusedOutcome, refused } from './commands.ts'
import { type Journal, move, openEntry } from './journal.ts'
import type { EngineState, OpenHold } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

type Answer = Outcome | RefusedOutcome

/** The largest balance that NUMERIC(38) holds. */
const BALANCE_MAX = 10n ** 38n - 1n

/** Credits outside money to a user: source → available. Refuses AMOUNT_IS_HIGH: such a balance could not be written. */
export function credit(state: EngineState, command: Credit, journal: Journal): Answer {
  const { userId, coinId, source, reference, at } = command
  const [from, to] = [
    { ownerId: SYSTEM_ACCOUNT[source], coinId },
    { ownerId: userId, coinId },
  ]
  const { available, blocked } = balanceOf(state, to)
  const isTooMuch =
    available + blocked + command.amount > BALANCE_MAX ||
    command.amount - balanceOf(state, from).available > BALANCE_MAX
  if (isTooMuch) return refused('AMOUNT_IS_HIGH')
  const entry = openEntry(state, journal, { kind: 'credit', reference, at })
  move(journal, entry, {
    from: { wallet: walletOf(state, from), bucket: 'available' },
    to: { wallet: walletOf(state, to), bucket: 'available' },
    quantity: command.amount,
  })
  return { kind: 'moved', seq: entry.seq }
}

/** Sets money aside: available → blocked. @throws Error if the reference already names a hold */
export function hold(state: EngineState, command: HoldFunds, journal: Journal): Answer {
  const { userId, coinId, reference, at } = command
  if (state.holds.has(reference)) throw new Error(`${reference} is held already`)
  const whose = { ownerId: userId, coinId }
  if (balanceOf(state, whose).available < command.amount) return refused('NOT_ENOUGH_BALANCE')
  const wallet = walletOf(state, whose)
  const entry = openEntry(state, journal, { kind: 'hold', reference, at })
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet, bucket: 'blocked' },
    quantity: command.amount,
  })
  const held: OpenHold = { reference, userId, coinId, amount: command.amount, status: 'HELD' }
  state.holds.set(reference, held)
  journal.holds.add(held)
  return { kind: 'moved', seq: entry.seq }
}

/** Ends a hold: blocked → available, or blocked → the account through which it leaves the exchange. */
export function endHold(state: EngineState, command: EndHold, journal: Journal): Answer {
  const held = state.holds.get(command.reference)
  if (!held || held.userId !== command.userId) return refused('HOLD_NOT_FOUND')
  const { userId, coinId, reference } = held
  const wallet = walletOf(state, { ownerId: userId, coinId })
  const entry = openEntry(state, journal, { kind: command.type, reference, at: command.at })
  const receiver =
    command.type === 'release' ? wallet : walletOf(state, { ownerId: SYSTEM_ACCOUNT[command.source], coinId })
  move(journal, entry, {
    from: { wallet, bucket: 'blocked' },
    to: { wallet: receiver, bucket: 'available' },
    quantity: held.amount,
  })
  state.holds.delete(reference)
  held.status = command.type === 'release' ? 'RELEASED' : 'SETTLED'
  journal.holds.add(held)
  return { kind: 'moved', seq: entry.seq }
}
