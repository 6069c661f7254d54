import { type Rejected, rejected } from '#contract/rejected.ts'
import { addressOf } from '../../accounts/limits.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { claimReview } from '../../store/accounts/identity-reviews.ts'
import type { ConsoleServices } from '../console-services.ts'

interface Claiming {
  readonly userId: number
  readonly operatorId: number
  readonly call: { readonly ip: string; readonly userAgent: string }
}

/** Takes a pending form. Refuses IDENTITY_NOT_PENDING. */
export function claimForm(
  { database, now }: ConsoleServices['accounts'],
  { userId, operatorId, call: { ip, userAgent } }: Claiming,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    if (!(await claimReview(tx, { userId, operatorId, at }))) return rejected('IDENTITY_NOT_PENDING')
    const seen = { ip: addressOf(ip), device: userAgent }
    await recordEvent(tx, { at, kind: 'IDENTITY_CLAIMED', userId, operatorId, ...seen, details: {} })
    return undefined
  })
}
