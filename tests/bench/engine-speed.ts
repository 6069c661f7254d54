import { OrderBook, Side } from 'nodejs-order-book'
import { amount, ppm, price } from '#domain/units.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState, type EngineState, walletOf } from '#server/engine/state.ts'
import { GOLD, TOMAN } from '../builders/coins.ts'
import { order } from '../builders/commands.ts'
import { aMarket } from '../builders/markets.ts'
import { type Operation, operationStream } from './operation-stream.ts'

export interface EngineFigures {
  /** Operations a second. */
  readonly ours: number
  readonly theirs: number
}

const OPERATIONS = { deep: 20_000, shallow: 200_000 }
const ROUNDS = 4
const BATCH = 1_000
/** Whatever else an order says, all of them say this. */
const SAMPLE = order('ali buys 1 GOLD at 1', { key: 'sample', at: 0 })
const MARKET = aMarket({ id: 3, base: GOLD, quote: TOMAN, protectionBand: ppm(1_000_000n) })

/**
 * Operations a second of our engine (with its ledger, fees, holds and answers) and of nodejs-order-book (a book alone), on the
 * same stream; the best of some rounds each, taken in turn.
 */
export function measureEngines({ deep }: { deep: boolean }): EngineFigures {
  const { before, stream } = operationStream({ count: deep ? OPERATIONS.deep : OPERATIONS.shallow, seed: 1405, deep })
  const operations = [...before, ...stream]
  const commands = commandsOf(operations)
  let [ours, theirs] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    ours = Math.max(ours, runOurs(commands, before.length))
    theirs = Math.max(theirs, runTheirs(operations, before.length))
  }
  return { ours, theirs }
}

/** Those before `from` only prepare the book. */
function runOurs(commands: readonly Command[], from: number): number {
  const state = richState()
  const carryOut = (batch: readonly Command[]) => {
    const journal = createJournal()
    for (const command of batch) apply(state, command, journal)
  }
  carryOut(commands.slice(0, from))
  const began = performance.now()
  for (let start = from; start < commands.length; start += BATCH) carryOut(commands.slice(start, start + BATCH))
  return ((commands.length - from) / (performance.now() - began)) * 1_000
}

/** The stream as commands. Orders get their ids from the engine, so a first run tells which ids the cancellations mean. */
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
  const state = createState([MARKET])
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
  return { type: 'cancelOrder', userId, orderId: orderIds.get(target) ?? 0, at: 1_800_000_000_000 }
}

function runTheirs(operations: readonly Operation[], from: number): number {
  const book = new OrderBook()
  const carryOut = (operation: Operation) => {
    if (operation.kind === 'cancel') return book.cancel(String(operation.target))
    const side = operation.side === 'BUY' ? Side.BUY : Side.SELL
    const { id, size } = operation
    return operation.kind === 'limit'
      ? book.limit({ id: String(id), side, size, price: operation.price })
      : book.market({ side, size })
  }
  operations.slice(0, from).forEach(carryOut)
  const began = performance.now()
  operations.slice(from).forEach(carryOut)
  return ((operations.length - from) / (performance.now() - began)) * 1_000
}
