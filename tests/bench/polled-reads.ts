import { startBenchProcess } from './bench-process.ts'
import type { LoadFigures } from './load-client.ts'
import { putUnderLoad } from './put-under-load.ts'

const LOAD = { connections: 64, warmUpMs: 2_000, measureMs: 5_000, reads: true, tokens: [] }
const PATH = '/api/trades/market-info/v2?source_coin=TOMAN'

/** Polled reads a second of a thousand markets, compressed, and of the small answer of a bare Fastify. */
export async function measurePolledReads(): Promise<{ readonly polled: LoadFigures; readonly bare: LoadFigures }> {
  const of = async (script: string, path: string): Promise<LoadFigures> => {
    const server = await startBenchProcess(script)
    try {
      return await putUnderLoad({ ...LOAD, port: server.port, path, name: 'polled-reads' })
    } finally {
      await server.stop()
    }
  }
  return {
    bare: await of('tests/bench/bare-server.ts', '/api/orders/buy'),
    polled: await of('tests/bench/polled-server.ts', PATH),
  }
}
