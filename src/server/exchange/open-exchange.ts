import { MATCHES_MAX } from '#domain/order.ts'
import { ANSWERS_MAX } from '../engine/state.ts'
import { type InFlightBatch, measuresOf } from './batch.ts'
import type { Exchange, ExchangeSettings } from './exchange.ts'
import { takeLease } from './lease.ts'
import { rebuild } from './rebuild.ts'
import { Writer } from './writer.ts'

/** Opens the single writer: takes the right to write unless it has it, rebuilds the state from committed data, and begins to serve. */
export async function openWriter(settings: ExchangeSettings): Promise<Writer> {
  const { database, markets, log, hours = 'working', batchMax = 1_000, matchesMax = MATCHES_MAX } = settings
  const { warm, now = Date.now, lease = await takeLease({ database, log }) } = settings
  // The batches in flight are not in the database yet, so memory must hold at least their answers.
  const answersMax = Math.max(settings.answersMax ?? ANSWERS_MAX, 3 * batchMax)
  const { leadership } = lease
  const state = await rebuild(database, {
    ...{ markets, hours, answersMax, matchesMax, warm },
    number: leadership.batch,
    now: Math.max(now(), leadership.at),
  })
  const onCommitted = (batch: InFlightBatch) => settings.onCommit?.(measuresOf(batch))
  return new Writer({ ...settings, hours, answersMax, batchMax, matchesMax, now, lease, onCommitted, state })
}

/** The doors of a writer in this process. */
export const exchangeOf = (writer: Writer): Exchange => ({
  submit: async (command, options) => {
    const reply = await writer.submit(command, options)
    if (reply.kind === 'found' || reply.kind === 'unfinished') throw new Error(`a command was answered ${reply.kind}`)
    return reply
  },
  findOutcome: async (whose) => {
    const reply = await writer.submit({ type: 'findOutcome', ...whose })
    return reply.kind === 'found' ? reply.outcome : undefined
  },
  subscribe: (from, subscriber) => writer.subscribe(from, subscriber),
  settled: () => writer.settled(),
  isServing: () => writer.isServing(),
  ageMs: () => 0,
  close: () => writer.close(),
})

export const openExchange = async (settings: ExchangeSettings): Promise<Exchange> =>
  exchangeOf(await openWriter(settings))
