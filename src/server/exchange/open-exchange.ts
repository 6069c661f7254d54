import { takeEpoch } from '../store/write-batch.ts'
import type { Exchange, ExchangeSettings } from './exchange.ts'
import { rebuild } from './rebuild.ts'
import { Writer } from './writer.ts'

/** Opens the single writer: takes the epoch, rebuilds the state from what was committed, and begins to serve. */
export async function openExchange(settings: ExchangeSettings): Promise<Exchange> {
  const { database, markets, now = Date.now } = settings
  const leadership = await takeEpoch(database)
  const state = await rebuild(database, { markets, now: now() })
  const writer = new Writer({ ...settings, now, leadership, state, batchMax: settings.batchMax ?? 1_000 })
  return {
    submit: async (command) => {
      const reply = await writer.submit(command)
      if (reply.kind === 'found' || reply.kind === 'unfinished') throw new Error(`a command was answered ${reply.kind}`)
      return reply
    },
    findOutcome: async (whose) => {
      const reply = await writer.submit({ type: 'findOutcome', ...whose })
      return reply.kind === 'found' ? reply.outcome : undefined
    },
    subscribe: (listener) => writer.subscribe(listener),
    settled: () => writer.settled(),
    close: () => writer.close(),
  }
}
