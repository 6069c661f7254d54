import { recordEvent } from '../accounts/audit-log.ts'
import type { Transaction } from '../database.ts'

/** What lets somebody in, now or after one more step. */
const OPEN_DOORS = [
  'sessions',
  'operator_sessions',
  'sign_in_flows',
  'identity_codes',
  'proof_codes',
  'two_step_changes',
  'contact_changes',
  'passkey_challenges',
  'known_devices',
] as const

/**
 * A restored database has forgotten what ended after its back-up: sessions that were revoked, codes that were used. None of them opens anything
 * again; everybody signs in anew.
 */
export async function endOpenDoors(tx: Transaction, { at, backUpAt }: { at: Date; backUpAt: string }): Promise<void> {
  for (const table of OPEN_DOORS) await tx.query(`delete from ${table}`)
  // What was told after the back-up is not told a second time; the app shows it all the same.
  await tx.query('update notices set routed_at = $1 where routed_at is null', [at])
  await tx.query("update notice_deliveries set state = 'DROPPED', ended_at = $1 where ended_at is null", [at])
  await recordEvent(tx, {
    at,
    kind: 'BACK_UP_RESTORED',
    userId: undefined,
    ip: '',
    device: 'npm run restore',
    details: { backUpAt },
  })
}
