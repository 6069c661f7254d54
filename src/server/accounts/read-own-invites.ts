import type * as z from 'zod/mini'
import type { Invites } from '#contract/invites.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { TOMAN_DECIMALS } from '#domain/rial.ts'
import { readInvites } from '../store/accounts/read-invites.ts'
import type { Accounts } from './accounts.ts'

/** Whom the caller has invited, and what it brought. Refuses NOT_FOUND where he is gone. */
export async function readOwnInvites(
  { database }: Pick<Accounts, 'database'>,
  userId: number,
): Promise<z.input<typeof Invites> | Rejected> {
  const found = await readInvites(database, userId)
  if (!found) return rejected('NOT_FOUND')
  const { referralCode, invitees, profit } = found
  return { referralCode, countInvitees: invitees, profit: formatDecimal(profit, TOMAN_DECIMALS) }
}
