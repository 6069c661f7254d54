import { toBareDigits } from '#domain/ascii-digits.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { findTickets, type QueuedTicket } from '../../store/accounts/ticket-messages.ts'
import type { Queryable } from '../../store/database.ts'

const ROWS = 20
const DAY_MS = 86_400_000
/** The period of a search without days, because it reads every message in it. */
const DAYS_BACK = 90
const NUMBER = /^[1-9]\d{0,14}$/

interface Asked {
  readonly search: string
  /** Days in Tehran, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly before: string | undefined
  readonly now: Date
}

const startOfDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - TEHRAN_OFFSET_MS)

/** A number is a ticket's, or part of a text like any other words. */
export async function searchTickets(
  database: Queryable,
  { search, from, to, before, now }: Asked,
): Promise<{ readonly rows: readonly QueuedTicket[]; readonly next: string | undefined }> {
  const digits = toBareDigits(search)
  const found = await findTickets(database, {
    id: NUMBER.test(digits) ? digits : undefined,
    text: search.trim(),
    from: from ? startOfDay(from) : new Date(now.getTime() - DAYS_BACK * DAY_MS),
    to: to ? new Date(startOfDay(to).getTime() + DAY_MS) : new Date(now.getTime() + DAY_MS),
    before: before || undefined,
    rowsMax: ROWS + 1,
  })
  const rows = found.slice(0, ROWS)
  return { rows, next: found.length > ROWS ? String(rows.at(-1)?.id) : undefined }
}
