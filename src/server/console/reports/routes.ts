import { exportReport as exportEndpoint, getLedgerBalances } from '#contract/operations-reports.ts'
import { Rejected } from '#contract/rejected.ts'
import { csvDownload, type Route, route } from '../../http/route.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { exportReport, spanOf } from './export-report.ts'
import { readLedgerBalances } from './ledger-rows.ts'

/** Reports for spreadsheets, and the balances of the ledger on the screen. */
export function reportRoutes(services: ConsoleServices): Route[] {
  const { catalogue, accounts } = services
  return [
    route(getLedgerBalances, async ({ query, language }) => {
      const span = spanOf(query)
      if (span instanceof Rejected) return span
      return { content: await readLedgerBalances({ database: accounts.database, catalogue, language, ...span }) }
    }),
    route(exportEndpoint, async (call) => {
      const { from, to, headers } = call.body
      const made = await exportReport(services, { report: call.params.report, from, to, headers }, actOf(call))
      return made instanceof Rejected ? made : csvDownload(made)
    }),
  ]
}
