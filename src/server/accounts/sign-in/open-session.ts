import { NEW_DEVICE_MS } from '#domain/proof-purpose.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { type AuditEvent, recordEvent } from '../../store/accounts/audit-log.ts'
import {
  hasSignedInFrom,
  insertKnownDevice,
  insertLogin,
  type KnownDevice,
  touchKnownDevice,
} from '../../store/accounts/logins.ts'
import type { SignInDevice } from '../../store/accounts/sign-in-flows.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { describeDevice } from '../device.ts'
import { addressOf } from '../limits.ts'
import { hashToken, newToken, originOf, type SignInVisitor } from './tokens.ts'

export interface Opening {
  readonly userId: number
  readonly how: 'SIGNED_UP' | 'LOGGED_IN'
  /** Further details of the event: which passkey, which provider. */
  readonly details?: AuditEvent['details']
  /** A passkey has logged the user in. */
  readonly provenByKey?: boolean
  readonly device: SignInDevice
  readonly visitor: SignInVisitor
}

export interface OpenedSession {
  readonly token: string
  /** For a device that was unknown for this user: the device must store it. */
  readonly deviceToken: string | undefined
}

/**
 * The last step of every sign-in, in its transaction: ends the browser's earlier session, opens the new one, writes the login history
 * and the audit log, and notifies the user of a new device, and once a day of a known program's further logins.
 */
export async function openSession(
  tx: Transaction,
  { sessions, now }: Pick<Accounts, 'sessions' | 'now'>,
  { userId, how, details, device, visitor, provenByKey = false }: Opening,
): Promise<OpenedSession> {
  const at = now()
  const ip = addressOf(visitor.ip)
  const origin = originOf(visitor)
  const browser = await touchBrowser(tx, { userId, deviceTokens: visitor.deviceTokens, at })
  const known = browser !== undefined || (await isKnownProgram(tx, { userId, origin, at }))
  await insertLogin(tx, { userId, attempt: { at, ip, successful: true, origin, ...device } })
  // Any program can use another's name: lasting rights wait for all but a browser that holds our cookie.
  const isTrusted = how === 'SIGNED_UP' || provenByKey
  const trustedFrom = isTrusted ? at : (browser?.trustedFrom ?? new Date(at.getTime() + NEW_DEVICE_MS))
  const deviceToken = known ? undefined : newToken()
  const deviceHash = deviceToken === undefined ? browser?.tokenHash : hashToken(deviceToken)
  if (!known && deviceHash) await insertKnownDevice(tx, { userId, tokenHash: deviceHash, trustedFrom, at })
  if (!known && how === 'LOGGED_IN')
    await queueNotice(tx, { userId, kind: 'NEW_DEVICE', params: { device: describeDevice(device), ip }, at })
  if (known && browser === undefined && origin !== undefined) {
    const eventKey = `program:${at.toISOString().slice(0, 10)}:${Buffer.from(origin).toString('base64url')}`
    await queueNotice(tx, {
      userId,
      kind: 'PROGRAM_LOGIN',
      params: { device: describeDevice(device), ip },
      eventKey,
      at,
    })
  }
  if (visitor.sessionToken !== undefined) await sessions.endToken(tx, visitor.sessionToken)
  const token = await sessions.create(tx, { userId, ip, ...device, trustedFrom, ...(deviceHash && { deviceHash }) })
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

/** A program stays known by its network and name for this time. */
const PROGRAM_MS = 30 * 24 * 3_600_000

/** The browser, if it has our cookie of an earlier login of this user. */
const touchBrowser = (
  tx: Transaction,
  { userId, deviceTokens, at }: { userId: number; deviceTokens: readonly string[]; at: Date },
): Promise<KnownDevice | undefined> =>
  touchKnownDevice(tx, { userId, tokenHashes: deviceTokens.map((token) => hashToken(token)), at })

/**
 * Whether a program without a cookie has the network and name of another login of the last thirty days, so that no SMS is sent.
 * Any program can use that name, so it brings no allowance of tries.
 */
async function isKnownProgram(
  tx: Transaction,
  { userId, origin, at }: { userId: number; origin: Uint8Array | undefined; at: Date },
): Promise<boolean> {
  if (origin === undefined) return false
  return hasSignedInFrom(tx, { userId, origin, since: new Date(at.getTime() - PROGRAM_MS) })
}
