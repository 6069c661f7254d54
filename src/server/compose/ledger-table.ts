import { formatDecimal } from '#domain/decimal.ts'
import type { LedgerReport } from '../store/ledger-check.ts'

const COLUMNS = ['coin', 'users', 'blocked', 'fees', 'inventory', 'at least', 'at most', 'sources', 'sum'] as const

/** The report as a table for people. */
export function ledgerTable({ totals, faults }: LedgerReport): string {
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
