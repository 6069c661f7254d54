import { join } from 'node:path'
import { startServerProcess } from '../setup/server-process.ts'

/** A server with a market maker and a past of the prices for each worker, all begun at the same time. @returns what ends them */
export default async function startServers(): Promise<() => Promise<void>> {
  const { E2E_PORTS = '', E2E_DATA_DIR = '' } = process.env
  const servers = await Promise.all(
    E2E_PORTS.split(',').map((port, worker) =>
      startServerProcess(
        { dataDir: join(E2E_DATA_DIR, String(worker)) },
        {
          // No PUBLIC_URL, as after `npm start`: a payment must lead back to the name that the page was opened by.
          PORT: port,
          // All people of these tests come from one address.
          CODES_PER_ADDRESS_MAX: '100000',
          MARKET_MAKER: 'on',
          PRICE_POLL_MS: '3000',
          SANDBOX_CANDLES: 'on',
        },
      ),
    ),
  )
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
