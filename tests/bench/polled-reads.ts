import { startBenchProcess } from './bench-process.ts'
import { ACCEPTED, type LoadFigures } from './load-client.ts'
import { putUnderLoad } from './put-under-load.ts'

const LOAD = { connections: 64, warmUpMs: 2_000, measureMs: 5_000, tokens: [], name: 'polled-reads' }
const OURS = 'tests/bench/polled-server.ts'
const BARE = 'tests/bench/bare-server.ts'
const MARKETS = '/api/trades/market-info/v2?source_coin=TOMAN'

export interface PolledReads {
  /** The size of a compressed answer, as browsers request it. */
  readonly bytes: number
  /** A bare Fastify that answers with four hundred bytes, or with as many as ours. */
  readonly bare: LoadFigures
  readonly bareOfBytes: LoadFigures
  /** A thousand markets, one of which changes each second: the whole list every time, or only if it changed. */
  readonly whole: LoadFigures
  readonly changes: LoadFigures
}

/** Polled reads a second of a thousand markets, and of a bare Fastify. */
export async function measurePolledReads(): Promise<PolledReads> {
  const bytes = await onServer(OURS, {}, sizeOf)
  return {
    bytes,
    bare: await onServer(BARE, {}, (port) => load({ port, path: '/api/orders/buy', reads: 'whole' })),
    bareOfBytes: await onServer(BARE, { BYTES: String(bytes) }, (port) =>
      load({ port, path: '/bytes', reads: 'whole' }),
    ),
    whole: await onServer(OURS, {}, (port) => load({ port, path: MARKETS, reads: 'whole' })),
    changes: await onServer(OURS, {}, (port) => load({ port, path: MARKETS, reads: 'changes' })),
  }
}

const load = (job: { port: number; path: string; reads: 'whole' | 'changes' }) => putUnderLoad({ ...LOAD, ...job })

async function sizeOf(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${MARKETS}`, { headers: { 'accept-encoding': ACCEPTED } })
  await answer.body?.cancel()
  return Number(answer.headers.get('content-length'))
}

async function onServer<Result>(
  script: string,
  env: Readonly<Record<string, string>>,
  measure: (port: number) => Promise<Result>,
): Promise<Result> {
  const server = await startBenchProcess(script, env)
  try {
    return await measure(server.port)
  } finally {
    await server.stop()
  }
}
