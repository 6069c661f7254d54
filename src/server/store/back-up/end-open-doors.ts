import { recordEvent, SERVER_ADDRESS } from '../accounts/audit-log.ts'
import type { Transaction } from '../database.ts'
import { recordRestore } from './restores.ts'

const HOLD_MS = 24 * 3_600_000

/** The rows that let somebody in or act for somebody, now or after one more step. */
const OPEN_DOORS = [
  'sessions',
  'operator_sessions',
  'operator_set_ups',
  'sign_in_flows',
  'one_time_codes',
  'two_step_changes',
  'contact_changes',
  'passkey_challenges',
  'known_devices',
  'waiting_resets',
  'freeze_tokens',
  'recovery_codes',
  'api_keys',
  'passkeys',
  'sign_on_identities',
] as const

/**
 * A restored database does not know what ended after its back-up: revoked sessions and keys, used codes, frozen accounts, removed
 * operators. None of them may open anything again: everybody signs in again, programs and devices get new keys, withdrawals wait for a day,
 * and each operator gets new keys from the administrator of the machine. Until two of them have compared the books with the world, nothing
 * leaves and no program is served.
 */
export async function endOpenDoors(
  tx: Transaction,
  { at, backUpAt, source }: { at: Date; backUpAt: string; source: string },
): Promise<void> {
  await recordRestore(tx, { at, stateAt: backUpAt, source })
  for (const table of OPEN_DOORS) await tx.query(`delete from ${table}`)
  await tx.query("update users set trust_version = trust_version + 1 where role = 'CUSTOMER'")
  const held = 'greatest(coalesce(withdrawals_held_until, $1), $1)'
  const heldUntil = new Date(at.getTime() + HOLD_MS)
  await tx.query(`update users set withdrawals_held_until = ${held} where role = 'CUSTOMER' and mobile is not null`, [
    heldUntil,
  ])
  await tx.query(
    `update users set password_hash = null, two_step = 'SMS', totp_secret = null, totp_last_step = null, totp_since = null
      where role = 'OPERATOR'`,
  )
  // Notices sent after the back-up are not sent a second time; the app still shows them. Anything else that waits may have been sent, too:
  // it is looked up.
  await tx.query('update notices set routed_at = $1 where routed_at is null', [at])
  await tx.query(
    `update outbox set state = 'DROPPED', ended_at = $1, payload = '' where ended_at is null and key like 'notice:%'`,
    [at],
  )
  await tx.query("update outbox set state = 'UNKNOWN' where ended_at is null")
  await recordEvent(tx, {
    at,
    kind: 'BACK_UP_RESTORED',
    userId: undefined,
    ip: SERVER_ADDRESS,
    device: 'npm run restore',
    details: { backUpAt, source },
  })
}
