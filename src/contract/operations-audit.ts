import * as z from 'zod/mini'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Day, Id, Instant, replyWith, replyWithRows } from './values.ts'

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  /** "PASSWORD_CHANGED". */
  kind: z.string(),
  /** The user of the event. */
  user: z.nullable(z.object({ id: Id, name: z.string(), mobileNumber: z.string() })),
  /** The operator who acted; `null` if the user did. */
  operator: z.nullable(z.object({ id: Id, name: z.string() })),
  ipAddress: z.string(),
  device: z.string(),
  /** The values before and after, and the reason. */
  details: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
})

const AuditFilter = {
  userId: z.optional(Id),
  operatorId: z.optional(Id),
  kind: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,59}$/))),
}

export const getAuditLog = defineEndpoint({
  ...operatorRead,
  path: '/operations/audit',
  right: 'AUDIT_READ',
  summary: 'The audit log, newest first: all of it, of a user, of an operator, of a kind, of some days in Tehran',
  query: z.strictObject({
    before: Cursor,
    ...AuditFilter,
    /** The first and the last day, both included. */
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  response: replyWithRows(AuditRow),
})

export const exportAuditLog = defineEndpoint({
  method: 'POST',
  path: '/operations/audit/export',
  right: 'AUDIT_READ',
  freshCode: true,
  summary:
    'The events of some days in Tehran as CSV for a spreadsheet, newest first, by the same filters. Each export is an event itself',
  access: 'operator',
  offline: 'never',
  format: 'csv',
  body: z.strictObject({ ...AuditFilter, from: Day, to: Day, headers: z.enum(['fa', 'en']), reason: Reason }),
  response: z.unknown(),
  errors: ['REPORT_SPAN_INVALID', 'EXCEL_NOT_GENERATED'],
})

export const getAuditFilters = defineEndpoint({
  ...operatorRead,
  path: '/operations/audit/filters',
  right: 'AUDIT_READ',
  summary: 'The operators and the kinds of events that the log can be filtered by',
  response: replyWith({
    baseDTO: z.object({ operators: z.array(z.object({ id: Id, name: z.string() })), kinds: z.array(z.string()) }),
  }),
})

export const getAuditVerdict = defineEndpoint({
  ...operatorRead,
  path: '/operations/audit/verdict',
  right: 'AUDIT_READ',
  summary: 'Whether the chain of the log is whole, proven on from the last proof',
  response: replyWith({
    baseDTO: z.object({
      /** Events that are proven. */
      events: z.int(),
      /** The inconsistency in English; `null` if there is none. */
      fault: z.nullable(z.string()),
    }),
  }),
})
