import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from '../setup/server-process.ts'
import { operatedFolder, shareOperatedFolder } from './operated-folder.ts'
import { openOperatorSession } from './walked-server.ts'

/**
 * A server with two operators, a market maker and a past of the prices for each worker, all begun at the same time. The first operator has
 * a session on each, the second one signs in on the screen.
 *
 * @returns what ends them
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const { E2E_PORTS = '', E2E_DATA_DIR = '' } = process.env
  const operated = await operatedFolder()
  shareOperatedFolder(operated)
  const servers = await Promise.all(
    E2E_PORTS.split(',').map((port, worker) => {
      const dataDir = join(E2E_DATA_DIR, String(worker))
      // A server refuses a folder that other users can read.
      mkdirSync(dataDir, { mode: 0o700 })
      cpSync(operated.settings.dataDir, dataDir, { recursive: true })
      return startServerProcess(
        { dataDir },
        {
          // No PUBLIC_URL, as after `npm start`: a payment must lead back to the name that the page was opened by.
          PORT: port,
          // All people of these tests come from one address.
          CODES_PER_ADDRESS_MAX: '100000',
          MARKET_MAKER: 'on',
          // Prices are good for half a minute, and each new one moves the market maker and draws the open pages again.
          PRICE_POLL_MS: '10000',
          SANDBOX_CANDLES: 'on',
        },
      )
    }),
  )
  const ports = E2E_PORTS.split(',')
  const sessions = await Promise.all(
    ports.map((port) => openOperatorSession(`http://127.0.0.1:${port}`, operated.sara)),
  )
  process.env.E2E_OPERATOR_SESSIONS = sessions.join()
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await operated.remove()
  }
}
