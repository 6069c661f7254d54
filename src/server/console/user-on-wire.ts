import type * as z from 'zod/mini'
import type { UserRow } from '#contract/operations.ts'
import { maskCode } from '#domain/masked-person.ts'
import { hasRight, type OperatorRole } from '#domain/operator-rights.ts'
import type { FoundUser } from '../store/accounts/console-users.ts'

/** Masks personal data for operators whose work does not need it. */
export function seen(
  text: string | undefined,
  { roles, mask }: { roles: readonly OperatorRole[]; mask: (text: string) => string },
): string | null {
  if (text === undefined) return null
  return hasRight(roles, 'USERS_READ_PERSONAL') ? text : mask(text)
}

/** A number that identifies a person, reduced to its last four digits unless the role needs the rest. */
export const maskedFor = (roles: readonly OperatorRole[], number: string): string =>
  hasRight(roles, 'USERS_READ_PERSONAL') ? number : maskCode(number)

/** A customer in a list, as an operator with these roles may see it. */
export const userRowOnWire = (user: FoundUser, roles: readonly OperatorRole[]): z.input<typeof UserRow> => ({
  id: String(user.id),
  mobileNumber: maskedFor(roles, user.mobile),
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  nationalCode: seen(user.nationalCode, { roles, mask: maskCode }),
  authenticationType: user.verification,
  userAccountLevel: user.level,
  frozen: user.frozenBy !== undefined,
  frozenBy: user.frozenBy ?? null,
  createdDate: user.createdAt.toISOString(),
})
