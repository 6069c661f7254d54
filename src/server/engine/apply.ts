import type { Outcome, StoredAnswer } from '#domain/outcome.ts'
import {
  type Command,
  type KeyedCommand,
  type RefusedOutcome,
  type Result,
  refused,
  type UnfinishedOutcome,
} from './commands.ts'
import { continueOrders } from './enter-orders.ts'
import { credit, endHold, hold, transfer } from './funds.ts'
import type { Journal } from './journal.ts'
import { cancelAllOrders, cancelOrder, expireOrders, removeExpired } from './open-orders.ts'
import { placeOco } from './place-oco.ts'
import { amendOrder, placeOrder } from './place-order.ts'
import { quickTrade } from './quick-trade.ts'
import { type EngineState, isFromFuture, setCoin, setMarket } from './state.ts'
import { withdraw } from './withdraw.ts'

/**
 * The matching rules, which `tests/oracle` implements a second time as plainly as possible:
 * - The better price comes first, then the earlier arrival; a trade has the price of the order that was on the book.
 * - A stop is triggered by the last price of its market, and by every price that one turn of trading touched. It enters the book after the
 *   orders that are there. Stops that one order's trades trigger enter in the order in which they were placed, before those that their own
 *   trades trigger.
 * - The prices of a trailing stop move after each trade that has not triggered it, to its distance from that price if this is to its user's
 *   gain. They begin as the order says. Its hold stays as it was: a limit to buy can only fall.
 * - Terms (IOC, FOK, post-only) are checked when an order enters the book. If they do not hold, a newly placed order is refused, and a stop
 *   that had waited ends as FINISHED_WITHOUT_TRANSACTION.
 * - A market or IOC order that can trade nothing is refused with NO_LIQUIDITY. A FOK order that cannot be filled whole is refused with
 *   FILL_OR_KILL_NOT_FILLABLE; with a limit, also if it can trade nothing. A post-only order is refused if any order of the other side is
 *   within its limit, even one of the same user.
 * - A market order walks from the best price to the edge of the protection band. A sale needs its whole amount, a purchase the cost of its fills.
 * - Nobody trades with themselves: if an order meets one of its own user, the terms of the one that entered the book later decide which is
 *   cancelled.
 * - An amended order keeps its place in the queue if its prices stay and its amount does not rise. Otherwise it leaves the book and enters it
 *   again under its id, behind the orders that are there, as a new order with its unfilled amount would; a stop that still waits waits on.
 *   Its expiry has no part in this.
 * - Both legs of an OCO order are placed together: the limit order comes to the book, the stop waits. Of what they need, the larger is held,
 *   once. When the limit order trades, even partly, the stop ends with that trade. When the stop is triggered, the limit order ends with
 *   that, before any triggered stop enters the book. Whatever else ends one leg ends the other one in the same way.
 * - An order is off the book from its expiry on. Cancelling it then ends it as EXPIRED and is refused.
 */

/**
 * Applies one command to the state and writes its changes into the journal. Deterministic: the same commands in the same order give the
 * same state. Time never goes back: a command that has waited is applied at the present time. First, all orders that have expired by then
 * leave the books; a refusal changes nothing else. A repeat of an answered command changes nothing and gets the first answer. Only executed
 * commands are remembered.
 */
export function apply(state: EngineState, given: Command, journal: Journal): Result {
  state.now = Math.max(state.now, given.at)
  const command = given.at === state.now ? given : { ...given, at: state.now }
  for (const order of removeExpired(state, state.now)) journal.leftPlaces.push(order)
  if (command.type === 'expireOrders') return expireOrders(state, command, journal)
  if (command.type === 'continueOrders') return continueOrders(state, command, journal)
  if (command.type === 'setMarketRules') {
    const { halts, holidays, revision } = command
    if (revision < state.rules.revision) return { kind: 'rules', applied: false }
    state.rules = { hours: state.rules.hours, halts, holidays, revision }
    for (const market of command.markets) setMarket(state, market)
    for (const coin of command.coins) setCoin(state, coin)
    return { kind: 'rules', applied: true }
  }
  if (command.isNeverRepeated) return execute(state, command, journal)
  const { userId, key, fingerprint, at } = command
  const known = state.answers.find(userId, key, at)
  if (known) return known.fingerprint === fingerprint ? known.outcome : refused('IDEMPOTENCY_KEY_REUSED')
  if (isFromFuture(key, at)) return refused('IDEMPOTENCY_KEY_FROM_FUTURE')
  const outcome = execute(state, command, journal)
  if (outcome.kind === 'refused' || outcome.kind === 'unfinished') return outcome
  const answered: StoredAnswer = { userId, key, fingerprint, outcome, at }
  state.answers.add(answered)
  journal.answers.push(answered)
  return outcome
}

function execute(
  state: EngineState,
  command: KeyedCommand,
  journal: Journal,
): Outcome | UnfinishedOutcome | RefusedOutcome {
  switch (command.type) {
    case 'credit':
      return credit(state, command, journal)
    case 'sweep':
    case 'fee':
    case 'correction':
      return transfer(state, command, journal)
    case 'hold':
      return hold(state, command, journal)
    case 'withdraw':
      return withdraw(state, command, journal)
    case 'release':
    case 'settle':
      return endHold(state, command, journal)
    case 'quickTrade':
      return quickTrade(state, command, journal)
    case 'placeOrder':
      return placeOrder(state, command, journal)
    case 'placeOco':
      return placeOco(state, command, journal)
    case 'amendOrder':
      return amendOrder(state, command, journal)
    case 'cancelOrder':
      return cancelOrder(state, command, journal)
    case 'cancelAllOrders':
      return cancelAllOrders(state, command, journal)
  }
}
