import type { Rejected } from '#contract/rejected.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countAgainst } from './limits.ts'
import { networkOf } from './network-of.ts'

/**
 * Refuses TOO_MANY_REQUESTS where no more codes of this purpose may go to a number, or be asked for from this address. Each purpose counts by itself:
 * a stranger who begins sign-ups with somebody's number cannot use up the codes of his logins.
 */
export async function countCode(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { purpose, mobile, visitor }: { purpose: SmsPurpose; mobile: string; visitor: Pick<Visitor, 'ip'> },
): Promise<Rejected | undefined> {
  const at = now()
  const { codesPerNumberMax, codesPerAddressMax } = settings.limits
  const ofNumber = { kind: `${purpose}-code:number`, subject: mobile, max: codesPerNumberMax }
  const ofAddress = { kind: 'code:address', subject: networkOf(visitor.ip), max: codesPerAddressMax }
  return database.transaction(
    async (tx) =>
      (await countAgainst(tx, { limit: ofNumber, at })) ?? (await countAgainst(tx, { limit: ofAddress, at })),
  )
}
