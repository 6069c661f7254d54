import { exportReport as exportEndpoint } from '#contract/operations-reports.ts'
import { Rejected } from '#contract/rejected.ts'
import { FileStream, type Route, route } from '../../http/route.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { exportReport } from './export-report.ts'

/** Reports for spreadsheets. */
export function reportRoutes(services: ConsoleServices): Route[] {
  return [
    route(exportEndpoint, async (call) => {
      const { from, to, headers } = call.body
      const made = await exportReport(services, { report: call.params.report, from, to, headers }, actOf(call))
      return made instanceof Rejected ? made : new FileStream(made)
    }),
  ]
}
