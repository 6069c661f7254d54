import { queueNotice } from '../../notifications/queue-notice.ts'
import { type AuditEvent, recordEvent } from '../../store/accounts/audit-log.ts'
import { insertKnownDevice, touchKnownDevice } from '../../store/accounts/known-devices.ts'
import { insertLogin } from '../../store/accounts/login-history.ts'
import type { SignInDevice } from '../../store/accounts/sign-in-flows.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { describeDevice } from '../device.ts'
import { addressOf } from '../limits.ts'
import { hashToken, newToken, type SignInVisitor } from './tokens.ts'

export interface Opening {
  readonly userId: number
  readonly how: 'SIGNED_UP' | 'LOGGED_IN'
  /** What the event says beside: by which passkey, by which provider. */
  readonly details?: AuditEvent['details']
  readonly device: SignInDevice
  readonly visitor: Pick<SignInVisitor, 'ip' | 'deviceTokens' | 'sessionToken'>
}

export interface OpenedSession {
  readonly token: string
  /** Of a browser that was not known for this user yet: to be kept by it. */
  readonly deviceToken: string | undefined
}

/**
 * What every completed sign-in does, in its transaction and as the last of it: the browser's earlier session ends, the new one begins,
 * login history and audit log say so, and the user is told where the device is a new one.
 */
export async function openSession(
  tx: Transaction,
  { sessions, now }: Pick<Accounts, 'sessions' | 'now'>,
  { userId, how, details, device, visitor }: Opening,
): Promise<OpenedSession> {
  const at = now()
  const ip = addressOf(visitor.ip)
  await insertLogin(tx, { userId, attempt: { at, ip, successful: true, ...device } })
  const tokenHashes = visitor.deviceTokens.map((token) => hashToken(token))
  const known = await touchKnownDevice(tx, { userId, tokenHashes, at })
  const deviceToken = known ? undefined : newToken()
  if (deviceToken !== undefined) await insertKnownDevice(tx, { userId, tokenHash: hashToken(deviceToken), at })
  if (!known && how === 'LOGGED_IN')
    await queueNotice(tx, { userId, kind: 'NEW_DEVICE', params: { device: describeDevice(device), ip }, at })
  if (visitor.sessionToken !== undefined) await sessions.endToken(tx, visitor.sessionToken)
  const token = await sessions.create(tx, { userId, ip, ...device })
  await recordEvent(tx, {
    at,
    kind: how,
    userId,
    ip,
    device: describeDevice(device),
    details: { ...details, newDevice: !known },
  })
  return { token, deviceToken }
}
