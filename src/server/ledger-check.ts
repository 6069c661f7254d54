import { formatDecimal } from '#domain/decimal.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { type AuditReport, checkAuditLog } from './store/accounts/prove-audit-log.ts'
import { checkLedger, type LedgerReport } from './store/ledger-check.ts'
import { openToLook } from './store/open-for-tool.ts'

const COLUMNS = ['coin', 'users', 'blocked', 'fees', 'inventory', 'at least', 'at most', 'sources', 'sum'] as const

/** The report as a table for people. */
function ledgerTable({ totals, faults }: LedgerReport): string {
  const rows = totals.map(
    ({ symbol, decimals, users, usersBlocked, fees, inventory, inventoryMin, inventoryMax, sources, sum }) => [
      symbol,
      ...[users, usersBlocked, fees, inventory, inventoryMin, inventoryMax, sources, sum].map((units) =>
        formatDecimal(units, decimals),
      ),
    ],
  )
  const table = [[...COLUMNS], ...rows]
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
  const verdict = faults.length === 0 ? 'The ledger is clean.' : `${faults.length} faults:`
  return [...lines, '', verdict, ...faults].join('\n')
}

const auditVerdict = ({ events, faults: [fault] }: AuditReport) =>
  fault === undefined ? `The audit log is clean: ${events} events.` : `The audit log is broken: ${fault}.`

// `npm run ledger:check`: prints the proof of the ledger and of the audit log, and fails where one does not add up.
try {
  const { databaseUrl, dataDir } = parseConfig(readEnvironment())
  const database = await openToLook({ databaseUrl, dataDir })
  const report = await checkLedger(database)
  const audit = await checkAuditLog(database)
  process.stdout.write(`${ledgerTable(report)}\n${auditVerdict(audit)}\n`)
  await database.close()
  process.exitCode = report.faults.length + audit.faults.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
