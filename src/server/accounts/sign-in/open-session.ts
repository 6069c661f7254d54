import { queueNotice } from '../../notifications/queue-notice.ts'
import { type AuditEvent, recordEvent } from '../../store/accounts/audit-log.ts'
import { insertKnownDevice, touchKnownDevice } from '../../store/accounts/known-devices.ts'
import { hasSignedInFrom, insertLogin } from '../../store/accounts/login-history.ts'
import type { SignInDevice } from '../../store/accounts/sign-in-flows.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { describeDevice } from '../device.ts'
import { addressOf } from '../limits.ts'
import { hashToken, newToken, originOf, type SignInVisitor } from './tokens.ts'

export interface Opening {
  readonly userId: number
  readonly how: 'SIGNED_UP' | 'LOGGED_IN'
  /** What the event says beside: by which passkey, by which provider. */
  readonly details?: AuditEvent['details']
  readonly device: SignInDevice
  readonly visitor: SignInVisitor
}

export interface OpenedSession {
  readonly token: string
  /** Of a device that was not known for this user yet: to be kept by it. */
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
  const origin = originOf(visitor)
  const known = await isKnown(tx, { userId, origin, deviceTokens: visitor.deviceTokens, at })
  await insertLogin(tx, { userId, attempt: { at, ip, successful: true, origin, ...device } })
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

/** How long a program is known by its network and name. */
const PROGRAM_MS = 30 * 24 * 3_600_000

/**
 * Whether the user is told nothing of this device: a browser by its cookie, a program that keeps none by its network and name, which were those
 * of another login of the last thirty days. A program's name can be told by anybody, so that it brings no allowance of tries.
 */
async function isKnown(
  tx: Transaction,
  {
    userId,
    origin,
    deviceTokens,
    at,
  }: { userId: number; origin: Uint8Array | undefined; deviceTokens: readonly string[]; at: Date },
): Promise<boolean> {
  const tokenHashes = deviceTokens.map((token) => hashToken(token))
  if (await touchKnownDevice(tx, { userId, tokenHashes, at })) return true
  if (origin === undefined) return false
  return hasSignedInFrom(tx, { userId, origin, since: new Date(at.getTime() - PROGRAM_MS) })
}
