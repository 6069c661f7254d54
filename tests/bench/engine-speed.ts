import { OrderBook, Side } from 'nodejs-order-book'
import { amount, ppm, price } from '#domain/units.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState, type EngineState } from '#server/engine/state.ts'
import { walletOf } from '#server/engine/wallet.ts'
import { GOLD, TOMAN } from '../builders/coins.ts'
import { order } from '../builders/commands.ts'
import { aMarket } from '../builders/markets.ts'
import { MARKET_COUNT, marketStream } from './market-stream.ts'
import { type Operation, operationStream } from './operation-stream.ts'

export interface EngineFigures {
  /** Operations a second. */
  readonly ours: number
  readonly theirs: number
}

/** One book that begins empty, one with a hundred thousand orders on forty levels, and fifty books of real depth. */
type Books = 'shallow' | 'deep' | 'many'

const OPERATIONS = { deep: 20_000, shallow: 200_000, many: 100_000 }
const FIRST_MARKET = 3
const ROUNDS = { shallow: 4, deep: 4, many: 6 }
const BATCH = 1_000
/** The fields that all orders share. */
const SAMPLE = order('ali buys 1 GOLD at 1', { key: 'sample', at: 0 })
const MARKETS = Array.from({ length: MARKET_COUNT }, (_, i) =>
  aMarket({ id: FIRST_MARKET + i, base: GOLD, quote: TOMAN, protectionBand: ppm(1_000_000n) }),
)

/**
 * Operations a second of our engine (with its ledger, fees, holds and answers) and of nodejs-order-book (a book alone), on the
 * same stream; the best of some rounds each, taken in turn.
 */
export function measureEngines(books: Books): EngineFigures {
  const wanted = { count: OPERATIONS[books], seed: 1405 }
  const { before, stream } =
    books === 'many' ? marketStream(wanted) : operationStream({ ...wanted, deep: books === 'deep' })
  const operations = [...before, ...stream]
  const commands = commandsOf(operations)
  let [ours, theirs] = [0, 0]
  for (let round = 0; round < ROUNDS[books]; round++) {
    ours = Math.max(ours, runOurs(commands, before.length))
    theirs = Math.max(theirs, runTheirs(operations, before.length))
  }
  return { ours, theirs }
}

/** Commands before `from` only prepare the book, in batches too: no server ever has a journal of a million orders. */
function runOurs(commands: readonly Command[], from: number): number {
  const state = richState()
  const execute = (all: readonly Command[]) => {
    for (let start = 0; start < all.length; start += BATCH) {
      const journal = createJournal()
      for (const command of all.slice(start, start + BATCH)) apply(state, command, journal)
      // The writer does the same.
      state.answers.trim()
    }
  }
  execute(commands.slice(0, from))
  const measured = commands.slice(from)
  const began = performance.now()
  execute(measured)
  return (measured.length / (performance.now() - began)) * 1_000
}

/** The stream as commands. The engine assigns the ids of orders, so a first run finds the ids for the cancellations. */
function commandsOf(stream: readonly Operation[]): Command[] {
  const state = richState()
  const orderIds = new Map<number, number>()
  return stream.map((operation) => {
    const command = operation.kind === 'cancel' ? cancelOf(stream, operation, orderIds) : commandOf(operation)
    const result = apply(state, command, createJournal())
    if (result.kind === 'order' && operation.kind !== 'cancel') orderIds.set(operation.id, result.orderId)
    return command
  })
}

function richState(): EngineState {
  const state = createState(MARKETS)
  for (let userId = 1; userId <= 1_000; userId++) enrich(state, userId)
  return state
}

function enrich(state: EngineState, userId: number): void {
  for (const { id } of [GOLD, TOMAN]) walletOf(state, { ownerId: userId, coinId: id }).available = amount(10n ** 30n)
}

function commandOf(operation: Exclude<Operation, { kind: 'cancel' }>): Command {
  const key = `order-${operation.id}`
  return {
    ...SAMPLE,
    userId: operation.userId,
    marketId: FIRST_MARKET + operation.market,
    key,
    fingerprint: key,
    at: 1_800_000_000_000 + operation.id,
    side: operation.side,
    unitPrice: operation.kind === 'limit' ? price(BigInt(operation.price) * 100_000_000n) : undefined,
    amount: amount(BigInt(operation.size) * 1_000n),
    clientOrderId: key,
  }
}

function cancelOf(
  stream: readonly Operation[],
  { target }: Extract<Operation, { kind: 'cancel' }>,
  orderIds: ReadonlyMap<number, number>,
): Command {
  const placed = stream[target]
  const userId = placed && placed.kind !== 'cancel' ? placed.userId : 0
  const key = `cancel-${target}`
  const orderId = orderIds.get(target) ?? 0
  return { type: 'cancelOrder', userId, key, fingerprint: key, orderId, at: 1_800_000_000_000 }
}

function runTheirs(operations: readonly Operation[], from: number): number {
  const books = MARKETS.map(() => new OrderBook())
  const execute = (operation: Operation) => {
    const book = books[operation.market]
    if (!book) throw new Error(`no market ${operation.market}`)
    if (operation.kind === 'cancel') return book.cancel(String(operation.target))
    const side = operation.side === 'BUY' ? Side.BUY : Side.SELL
    const { id, size } = operation
    return operation.kind === 'limit'
      ? book.limit({ id: String(id), side, size, price: operation.price })
      : book.market({ side, size })
  }
  operations.slice(0, from).forEach(execute)
  const began = performance.now()
  operations.slice(from).forEach(execute)
  return ((operations.length - from) / (performance.now() - began)) * 1_000
}

const RESTING = 1_000_000
const RESTING_LEVELS = 5_000
/** A price that the stream never reaches, so that it does the same work with these orders as without them. */
const RESTING_AWAY = 40_000_000

/** Operations a second on one book that begins empty, and on one with a million resting orders that the same stream never reaches. */
export function measureResting(): { readonly empty: number; readonly full: number } {
  const { stream } = operationStream({ count: OPERATIONS.shallow, seed: 1405, deep: false })
  const after = stream.map((operation) => ({ ...operation, id: operation.id + RESTING }))
  const shifted = after.map((operation) =>
    operation.kind === 'cancel' ? { ...operation, target: operation.target + RESTING } : operation,
  )
  const resting = Array.from({ length: RESTING }, (_, id): Operation => {
    const price = RESTING_AWAY + (id % RESTING_LEVELS)
    return { kind: 'limit', id, market: 0, userId: 1 + (id % 1_000), side: 'SELL', price, size: 1 }
  })
  const emptyCommands = commandsOf(stream)
  const fullCommands = commandsOf([...resting, ...shifted])
  let [empty, full] = [0, 0]
  for (let round = 0; round < 2; round++) {
    empty = Math.max(empty, runOurs(emptyCommands, 0))
    full = Math.max(full, runOurs(fullCommands, RESTING))
  }
  return { empty, full }
}
