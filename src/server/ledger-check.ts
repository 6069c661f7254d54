import { ledgerTable } from './compose/ledger-table.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { checkLedger } from './store/ledger-check.ts'
import { migrate } from './store/migrate.ts'
import { openDatabase } from './store/open-database.ts'

// `npm run ledger:check`: prints the proof of the ledger, and fails where it does not add up.
try {
  const { databaseUrl, dataDir } = parseConfig(readEnvironment())
  const database = await openDatabase({ databaseUrl, dataDir })
  await migrate(database)
  const report = await checkLedger(database)
  process.stdout.write(`${ledgerTable(report)}\n`)
  await database.close()
  process.exitCode = report.faults.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
