import { toBareDigits } from '#domain/ascii-digits.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { type FoundUser, readUsers, type UserPrefix, type UserState } from '../store/accounts/search-users.ts'
import type { Queryable } from '../store/database.ts'

const ROWS = 20

export interface UserSearch {
  /** As typed. */
  readonly search: string
  /** The user after whom the list goes on. */
  readonly before: string | undefined
  /** Absent: all. */
  readonly state?: UserState | undefined
  readonly at: Date
}

/** Customers by the beginning of a mobile number, a national code or a name; all for an empty search. Newest first. */
export async function searchUsers(
  database: Queryable,
  { search, before, state, at }: UserSearch,
): Promise<{ readonly rows: readonly FoundUser[]; readonly next: string | undefined }> {
  const found = await readUsers(database, {
    prefix: prefixOf(search),
    before: before || undefined,
    state,
    at,
    rowsMax: ROWS + 1,
  })
  const rows = found.slice(0, ROWS)
  return { rows, next: found.length > ROWS ? String(rows.at(-1)?.id) : undefined }
}

/** Digits may begin a mobile number or a national code; anything else is a name. */
export function prefixOf(search: string): UserPrefix | undefined {
  const digits = toBareDigits(search).replace(/^\+/, '')
  if (digits === '') return undefined
  if (!/^\d+$/.test(digits)) return { name: toPersianText(search) }
  const local = digits.replace(/^(?:0098|98|0)(?=9|$)/, '')
  return { nationalCode: digits, ...(local.startsWith('9') ? { mobile: `+98${local}` } : {}) }
}
