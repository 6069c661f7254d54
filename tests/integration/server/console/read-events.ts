import type { Database } from '#server/store/database.ts'

export interface ReadEvent {
  readonly kind: string
  readonly operator: bigint | null
  readonly device: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The user's events in the audit log, oldest first. */
export async function readEvents(database: Database, userId: number): Promise<ReadEvent[]> {
  return database.query<ReadEvent>(
    `select kind, operator_id as operator, device, details::json as details from audit_log where user_id = $1 and kind not in ('CUSTOMER_VIEWED', 'TICKET_VIEWED') order by id`,
    [userId],
  )
}
