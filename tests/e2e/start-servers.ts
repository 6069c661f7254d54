import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from '../setup/server-process.ts'
import { operatedFolder, shareOperatedFolder } from './operated-folder.ts'
import { openOperatorSession } from './walked-server.ts'

/**
 * Starts for each worker a server with two operators, a market maker and a past of the prices, all in parallel. The first operator has
 * a session on each; the second one signs in on the screen.
 *
 * @returns a function that stops them
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
          // No PUBLIC_URL, as after `npm start`: a payment must return to the host name by which the page was opened.
          PORT: port,
          // All people of these tests share one address.
          CODES_PER_ADDRESS_MAX: '100000',
          MARKET_MAKER: 'on',
          // Prices are valid for half a minute, and each new one moves the market maker and draws the open pages again.
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
  process.env.E2E_STARTED_AT = `${Date.now()}`
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await operated.remove()
  }
}
