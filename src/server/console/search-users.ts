import { toAsciiDigits, toBareDigits } from '#domain/ascii-digits.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { type FoundUser, readUsers, type UserState, type UserTerms } from '../store/accounts/console-users.ts'
import type { Queryable } from '../store/database.ts'
import { cutPage, type Paged } from '../store/page.ts'

const ROWS = 20

export interface UserSearch {
  /** The search text as typed. */
  readonly search: string
  /** The user after whom the list continues. */
  readonly before: string | undefined
  /** Absent: all. */
  readonly state?: UserState | undefined
  /** True if the search may match the beginning of a mobile number, a national code or a document's number. */
  readonly personal: boolean
  readonly at: Date
}

/** Customers by their number or e-mail address, or by the beginning of a mobile number, a national code, a document's number or a name; all for an empty search. Newest first. */
export async function searchUsers(
  database: Queryable,
  { search, before, state, personal, at }: UserSearch,
): Promise<Paged<FoundUser>> {
  const found = await readUsers(database, {
    terms: termsOf(search, { personal }),
    before: before || undefined,
    state,
    at,
    rowsMax: ROWS + 1,
  })
  return cutPage(found, ROWS, ({ id }) => id)
}

/**
 * Digits are a user's number, or begin a mobile number or a national code. Other text is an e-mail address, or begins a document's number or a
 * name. Operators who see masked numbers find by complete mobile numbers and national codes alone: prefixes would reveal the rest, digit by digit.
 */
export function termsOf(search: string, { personal } = { personal: true }): UserTerms | undefined {
  const bare = toBareDigits(search)
  const digits = bare.replace(/^\+/, '')
  if (digits === '') return undefined
  if (/^\d+$/.test(digits)) {
    const local = digits.replace(/^(?:0098|98|0)(?=9|$)/, '')
    return {
      ...(personal || digits.length === NATIONAL_CODE_DIGITS ? { nationalCode: digits } : {}),
      ...(USER_NUMBER.test(bare) ? { id: bare } : {}),
      ...(local.startsWith('9') && (personal || local.length === MOBILE_DIGITS) ? { mobile: `+98${local}` } : {}),
    }
  }
  const email = parseEmailAddress(search)
  if (email !== undefined) return { email }
  const name = toPersianText(search)
  const typed = toAsciiDigits(search).trim()
  if (!personal || !DOCUMENT_NUMBER.test(typed)) return { name }
  const capitals = typed.toUpperCase()
  return { name, nationalCode: typed, ...(capitals === typed ? {} : { documentNumber: capitals }) }
}

const NATIONAL_CODE_DIGITS = 10
const MOBILE_DIGITS = 10
const USER_NUMBER = /^[1-9]\d{0,14}$/
const DOCUMENT_NUMBER = /^[A-Za-z0-9-]+$/
