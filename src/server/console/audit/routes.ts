import type * as z from 'zod/mini'
import {
  type AuditRow,
  exportAuditLog as exportEndpoint,
  getAuditFilters,
  getAuditLog,
  getAuditVerdict,
} from '#contract/operations-audit.ts'
import { Rejected } from '#contract/rejected.ts'
import { FileStream, type Route, route } from '../../http/route.ts'
import {
  type ReadEvent,
  readAuditKinds,
  readAuditLog,
  readAuditProof,
  readOperators,
} from '../../store/accounts/audit-log.ts'
import { proveAuditLog } from '../../store/accounts/prove-audit-log.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readId } from '../read-id.ts'
import { recordListLook } from '../record-look.ts'
import { readDetails } from './details-text.ts'
import { exportAuditLog } from './export-audit-log.ts'

const ROWS = 50
/** Events in one step of the proof; a new event waits for the step to end. */
const PROOF_ROWS_MAX = 2_000
const DAY_MS = 24 * 3_600_000

/** The routes of the audit log, which can only be read. */
export function auditRoutes(services: ConsoleServices): Route[] {
  const { database } = services.accounts
  return [
    route(getAuditLog, async (call) => {
      const { before, userId, operatorId, kind, from, to } = call.query
      const page = [before ?? '', userId ?? '', operatorId ?? '', kind ?? '', from ?? '', to ?? '']
      const filter = {
        ...idsOf({ userId, operatorId }),
        kind,
        between: [from ? midnightOf(from) : undefined, to ? dayAfter(to) : undefined] as const,
      }
      const found = await readAuditLog(database, { filter, before: before || undefined, rowsMax: ROWS + 1 })
      const content = found.slice(0, ROWS).map(eventOnWire)
      const tooMany = await recordListLook(services, { list: 'AUDIT', page, rows: content.length }, call)
      if (tooMany) return tooMany
      const last = content.at(-1)
      return { content, ...(found.length > ROWS && last ? { next: last.id } : {}) }
    }),
    route(exportEndpoint, async (call) => {
      const { from, to, headers, kind, userId, operatorId } = call.body
      const asked = { from, to, headers, kind, ...idsOf({ userId, operatorId }) }
      const made = await exportAuditLog(services, asked, actOf(call))
      return made instanceof Rejected ? made : new FileStream(made)
    }),
    route(getAuditVerdict, async () => {
      const [found] = await proveAuditLog(database, { rowsMax: PROOF_ROWS_MAX })
      const { events, fault } = await readAuditProof(database)
      return { baseDTO: { events, fault: found ?? fault ?? null } }
    }),
    route(getAuditFilters, async () => {
      const operators = await readOperators(database)
      const kinds = await readAuditKinds(database)
      return { baseDTO: { operators: operators.map(({ id, name }) => ({ id: String(id), name })), kinds } }
    }),
  ]
}

/** Tehran is three and a half hours ahead of UTC all year. */
const midnightOf = (day: string) => new Date(`${day}T00:00:00+03:30`)
const dayAfter = (day: string) => new Date(midnightOf(day).getTime() + DAY_MS)

const idsOf = ({ userId, operatorId }: { userId?: string | undefined; operatorId?: string | undefined }) => ({
  userId: userId === undefined ? undefined : readId(userId),
  operatorId: operatorId === undefined ? undefined : readId(operatorId),
})

const eventOnWire = (event: ReadEvent): z.input<typeof AuditRow> => ({
  id: String(event.id),
  at: event.at.toISOString(),
  kind: event.kind,
  user: event.user ? { id: String(event.user.id), name: event.user.name, mobileNumber: event.user.mobile } : null,
  operator: event.operator ? { id: String(event.operator.id), name: event.operator.name } : null,
  ipAddress: event.ip,
  device: event.device,
  details: readDetails(event.details),
})
