import { reportCustody } from './compose/custody-report.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { createCustodySocket } from './providers/custody/custody-socket.ts'
import { openToLook } from './store/open-database.ts'

const CUSTODY_TIMEOUT_MS = 30_000

// `npm run custody:check`: prints custody's coins beside the ledger's, and fails where they differ.
try {
  const { databaseUrl, dataDir, custodySocket } = parseConfig(readEnvironment())
  if (custodySocket === undefined) throw new Error('CUSTODY_SOCKET does not say where custody answers')
  const database = await openToLook({ databaseUrl, dataDir })
  const custody = createCustodySocket({ path: custodySocket, timeoutMs: CUSTODY_TIMEOUT_MS })
  const { text, exitCode } = await reportCustody({ database, custody }).finally(async () => {
    custody.close()
    await database.close()
  })
  process.stdout.write(`${text}\n`)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
