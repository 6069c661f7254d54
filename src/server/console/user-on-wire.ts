import type * as z from 'zod/mini'
import type { UserRow } from '#contract/operations.ts'
import type { FoundUser } from '../store/accounts/search-users.ts'

export const userRowOnWire = (user: FoundUser): z.input<typeof UserRow> => ({
  id: String(user.id),
  mobileNumber: user.mobile,
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  nationalCode: user.nationalCode ?? null,
  authenticationType: user.verification,
  userAccountLevel: user.level,
  frozen: user.frozenBy !== undefined,
  frozenBy: user.frozenBy ?? null,
  createdDate: user.createdAt.toISOString(),
})
