import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { hasOrdersUnderWay } from '#server/engine/enter-orders.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState } from '#server/engine/state.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { commandStream, orderStream, stopStream } from '#tests/builders/random-commands.ts'
import { compareJournal } from '#tests/oracle/compare-journal.ts'
import { compareState } from '#tests/oracle/compare-state.ts'
import { answerText, NaiveExchange } from '#tests/oracle/naive-exchange.ts'

/** Gives the same commands to the engine and the oracle. */
function compare(commands: readonly Command[]): NaiveExchange {
  const naive = new NaiveExchange(ARENA_MARKETS)
  const state = createState(ARENA_MARKETS)
  const journal = createJournal()
  // Each gets the rest of its own unfinished command, after the next command.
  const queue = commands.map((command) => ({ ofEngine: command, ofNaive: command }))
  for (let i = 0; i < queue.length; i++) {
    const { ofEngine, ofNaive } = queue[i] ?? expect.fail()
    const [is, should] = [apply(state, ofEngine, journal), naive.apply(ofNaive)]
    const [said, wanted] = [answerText(is), answerText(should)]
    if (said !== wanted) expect.fail(`is ${said}, should be ${wanted}, of ${textOf(ofNaive)}`)
    if (is.kind === 'order' && should.kind === 'order') expect(is.at).toBe(should.at)
    if (is.kind === 'unfinished' && should.kind === 'unfinished')
      queue.splice(i + 2, 0, { ofEngine: is.next, ofNaive: should.next })
  }
  const differences = [...compareState(state, naive.state, ARENA_MARKETS), ...compareJournal(journal, naive.state)]
  expect(differences.join('\n')).toBe('')
  return naive
}

/** The oracle has no turns, so the engine continues until nothing is in progress, and intermediate answers are not compared. */
function compareTurns(commands: readonly Command[], matchesMax: number): number {
  const naive = new NaiveExchange(ARENA_MARKETS)
  naive.state.matchesMax = matchesMax
  const state = createState(ARENA_MARKETS, { matchesMax })
  const journal = createJournal()
  let turns = 0
  for (const given of commands) {
    // Another test covers cancelling in parts.
    const command = given.type === 'cancelAllOrders' ? { ...given, most: 1_000 } : given
    apply(state, command, journal)
    naive.apply(command)
    for (; hasOrdersUnderWay(state, state.now); turns++) {
      const { length } = journal.trades
      apply(state, { type: 'continueOrders', at: state.now }, journal)
      // A fill-or-kill order is not interrupted.
      expect(journal.trades.length - length).toBeLessThanOrEqual(2 * matchesMax)
    }
  }
  const differences = [...compareState(state, naive.state, ARENA_MARKETS), ...compareJournal(journal, naive.state)]
  expect(differences.join('\n')).toBe('')
  return turns
}

test.each([
  { name: 'orders that crowd in one market', stream: orderStream },
  { name: 'stops that trigger each other', stream: stopStream },
  { name: 'everything that can be asked', stream: commandStream },
])('what comes to the book in turns trades and ends as if it had come at once: $name', ({ stream }) => {
  let turns = 0
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 3 }), (commands, matchesMax) => {
      turns += compareTurns(commands, matchesMax)
    }),
    { numRuns: 200, interruptAfterTimeLimit: 30_000 },
  )
  // Random runs have had as few as 17 of them; without any, nothing above was compared in parts.
  expect(turns).toBeGreaterThan(5)
})

const textOf = (command: Command) =>
  JSON.stringify(command, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

test.each([
  { name: 'everything that can be asked', stream: commandStream },
  { name: 'orders that crowd in one market', stream: orderStream },
  { name: 'stops that trigger each other', stream: stopStream },
])('the engine answers, trades, holds, pays and ends exactly as the oracle does: $name', ({ stream }) => {
  // Shrinking a failing stream takes long: it stops early enough to show the smallest stream found.
  const limits = { numRuns: 300, interruptAfterTimeLimit: 30_000 }
  fc.assert(
    fc.property(stream, (commands) => void compare(commands)),
    limits,
  )
})

const refusedOco = (code: string) => `an OCO order is refused with ${code}`

/** The cases on which the two must agree. If one no longer occurs, the tests above say nothing about it. */
const CASES = [
  ...[
    'WITHDRAWAL_DISABLED',
    'WITHDRAWER_UNKNOWN',
    'WITHDRAWER_BLOCKED',
    'WITHDRAWER_NOT_AUTHORIZED',
    'WITHDRAWALS_HELD',
    'WITHDRAWALS_STOPPED',
    'DESTINATION_NOT_SAVED',
    'DESTINATION_TOO_NEW',
    'WITHDRAWAL_HOUR_LIMIT_REACHED',
    'a withdrawal comes to the limit of the hour',
    'a destination opens in this instant',
    'a withdrawal for 0 operators',
    'a withdrawal for 1 operators',
    'a withdrawal for 2 operators',
    'all together have withdrawn much',
    'a withdrawal is given back',
    'a hold of withdrawals ends in this instant',
    'MARKET_IS_NOT_ACTIVE',
    'UNIT_PRICE_INVALID',
    'STOP_PRICE_INVALID',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'TOTAL_IS_LOW',
    'UNIT_PRICE_OUT_OF_BAND',
    'a limit is on the edge of its band',
    'TOO_MANY_OPEN_ORDERS',
    'an order is worth the least total',
    'an order that takes only comes beside as many open ones as may be',
    'an order trades at a price beside the new tick',
    'EXPIRY_IN_PAST',
    'PRICE_STALE',
    'PRICE_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  ...['a trailing stop follows the market: BUY', 'a trailing stop follows the market: SELL'],
  ...['a trailing stop is triggered', 'TRAILING_LIMIT_INVALID', 'TRAILING_DISTANCE_INVALID'],
  ...['STOP_ALREADY_TRIGGERED', 'AMOUNT_ALREADY_EXECUTED'],
  ...['an amended order was IS_OPEN', 'an amended order was PENDING', 'an amended order was IS_OPEN and had traded'],
  ...['an amended order stays in its place', 'an amended order waits on', 'an amended order enters the book'],
  ...['an amended order has a new expiry', 'an amended order never expires any more'],
  ...['an OCO order: BUY', 'an OCO order: SELL', 'OCO_NOT_AMENDABLE', 'an OCO order would trade at once'],
  ...['UNIT_PRICE_INVALID', 'STOP_PRICE_INVALID', 'AMOUNT_IS_LOW', 'TOTAL_IS_LOW', 'OCO_PRICES_INVALID'].map(
    refusedOco,
  ),
  ...['UNIT_PRICE_OUT_OF_BAND', 'EXPIRY_IN_PAST', 'TOO_MANY_OPEN_ORDERS', 'NOT_ENOUGH_BALANCE'].map(refusedOco),
  refusedOco('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'),
  ...['the limit of a stop is on the edge of the warning', 'the need of an OCO order is that of its BUY stop'],
  ...['a leg goes ahead, and the other one was IS_OPEN', 'a leg goes ahead, and the other one was PENDING'],
  ...['a leg goes ahead with a part of its amount', 'one leg more than asked ends'],
  ...['a leg is cancelled with the other one: IS_OPEN', 'a leg is cancelled with the other one: PENDING'],
  ...['an amended order trades', 'an amended order is refused with POST_ONLY_WOULD_TRADE'],
  ...['HOLD_NOT_FOUND', 'ORDER_NOT_OPEN', 'NO_LIQUIDITY', 'POST_ONLY_WOULD_TRADE', 'FILL_OR_KILL_NOT_FILLABLE'],
  ...['NOT_ENOUGH_BALANCE', 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', 'HOUSE_LIMIT_REACHED'],
  ...['FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION', 'CANCELLED_BY_USER', 'EXPIRED', 'DONE'],
  ...['IS_OPEN', 'PENDING', 'a repeat is answered as the first time', 'release', 'settle'],
  ...[
    'money that was kept is moved: credit',
    'sweep',
    'fee',
    'correction',
    'HOLD_EXCEEDED',
    'a settlement has several parts',
  ],
  ...['the rest of a hold is held', 'the rest of a hold is released', 'ALREADY_CREDITED', 'ALREADY_HELD'],
  ...['the inventory has too little', 'the inventory has too much', 'a quick trade for a wallet outside'],
  ...['the inventory comes to its lower bound', 'the inventory comes to its upper bound'],
  ...['LIMITED IOC is refused with NO_LIQUIDITY', 'LIMITED FOK is refused with FILL_OR_KILL_NOT_FILLABLE'],
  ...['LIMITED post-only is refused with POST_ONLY_WOULD_TRADE', 'MARKET GTC is refused with NO_LIQUIDITY'],
  ...['MARKET FOK is refused with NO_LIQUIDITY', 'MARKET FOK is refused with FILL_OR_KILL_NOT_FILLABLE'],
  ...['a stop is reached when placed: STOP_LIMIT GTC', 'a stop is reached when placed: STOP_LIMIT IOC'],
  ...['a stop is reached when placed: STOP_LIMIT FOK', 'a stop is reached when placed: STOP_LIMIT post-only'],
  'STOP_LIMIT IOC is refused with NO_LIQUIDITY',
  'STOP_LIMIT FOK is refused with FILL_OR_KILL_NOT_FILLABLE',
  'STOP_LIMIT post-only is refused with POST_ONLY_WOULD_TRADE',
  'STOP_LIMIT IOC triggered later ends by NO_LIQUIDITY',
  'STOP_LIMIT FOK triggered later ends by FILL_OR_KILL_NOT_FILLABLE',
  'STOP_LIMIT post-only triggered later ends by POST_ONLY_WOULD_TRADE',
  ...[
    'one order triggers several stops',
    'a stop triggers another',
    'a stop comes to the book behind one placed later',
  ],
  ...['an order meets its own: CANCEL_NEWER', 'an order meets its own: CANCEL_OLDER'],
  ...['an order meets its own: CANCEL_BOTH', 'only an order of the same user is in the way of a post-only order'],
  ...['a price is on the edge of the protection band', 'a price is on the edge of the warning'],
  ...['an older order at the same price goes first', 'a trade is worth less than one unit'],
  ...['an order is filled by several others', 'a hold was larger than what was paid'],
  ...['a cancelled order was IS_OPEN', 'a cancelled order was IS_OPEN and had traded'],
  ...[
    'several orders are cancelled together',
    'a cancelled order had expired',
    'an operator cancels an order',
    'some of many orders are cancelled',
    'a cancelled order was PENDING',
    'an expired order was IS_OPEN',
    'an expired order was PENDING',
  ],
  ...['an expired order was IS_OPEN and had traded', 'an order expires in the very instant'],
  ...[
    'an expiry stops between two orders of one instant',
    'an inviter is rewarded',
    'a friend gets a part of the fee back',
    'what a friend would get back is less than a unit',
    'an inviter invited themselves',
  ],
]

test('the streams reach every case that matters, several times', () => {
  const seen = new Map<string, number>()
  const count = (what: string, times = 1) => seen.set(what, (seen.get(what) ?? 0) + times)
  for (const stream of [commandStream, orderStream, stopStream])
    for (const commands of fc.sample(stream, { numRuns: 400, seed: 4_300 })) {
      const { state } = compare(commands)
      for (const [what, times] of state.seen) count(what, times)
      for (const { status } of state.orders) count(status)
    }
  const rare = CASES.filter((what) => (seen.get(what) ?? 0) < 3).map((what) => `${what}: ${seen.get(what) ?? 0}`)
  expect(rare).toEqual([])
})
