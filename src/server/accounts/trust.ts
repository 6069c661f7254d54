import {
  type Extent,
  endThing,
  raiseTrustVersion,
  TRUSTED_THINGS,
  type TrustedThing,
} from '../store/accounts/end-trust.ts'
import { holdWithdrawals } from '../store/accounts/protection.ts'
import type { Transaction } from '../store/database.ts'

/** Withdrawals are held after a change of an account's protection, so that the owner can notice it. */
const HOLD_MS = 24 * 3_600_000
export const holdUntil = (at: Date) => new Date(at.getTime() + HOLD_MS)

/** A thief's passkey is noticed within this time, since users are notified of every new one. */
const RECENT_MS = 30 * 24 * 3_600_000

/** The things that each event ends; the others stay. `holds`: withdrawals are held for a day. */
type Ends = { readonly [thing in TrustedThing]?: Exclude<Extent, 'NONE'> } & { readonly holds: boolean }

/** Things in progress, which began before the change. */
const UNDER_WAY = { signInFlows: 'ALL', proofs: 'ALL', codes: 'ALL', waitingReset: 'ALL' } as const
const ELSEWHERE = { sessions: 'OTHERS', pushSubscriptions: 'OTHERS', knownDevices: 'OTHERS' } as const
const EVERYWHERE = { sessions: 'ALL', pushSubscriptions: 'ALL', knownDevices: 'ALL' } as const
/** Somebody else may have had the account: everything that was handed out ends, except old passkeys. */
const HANDED_OUT = { apiKeys: 'ALL', passkeys: 'RECENT', signOnLinks: 'ALL' } as const

/** Every event that ends trust, with all that it ends: each thing that grants access is named here or stays. */
export const TRUST_EVENTS = {
  /** Changed by a user who knew the present one. Keys of programs stay: the owner's programs continue. */
  PASSWORD_CHANGED: { ...UNDER_WAY, ...ELSEWHERE, holds: true },
  /** A forgotten password. The links in warnings stay valid, for the owner. */
  PASSWORD_RESET: { ...UNDER_WAY, ...EVERYWHERE, ...HANDED_OUT, holds: true },
  /** The reset waits: nothing ends yet, so that a stranger's request ends nothing of the owner's. */
  PASSWORD_RESET_ASKED: { holds: true },
  TWO_STEP_CHANGED: { ...UNDER_WAY, ...ELSEWHERE, holds: true },
  MOBILE_CHANGED: { ...UNDER_WAY, ...ELSEWHERE, identityCode: 'ALL', holds: true },
  EMAIL_CHANGED: { ...UNDER_WAY, ...ELSEWHERE, holds: true },
  /** The first address: it makes an account safer and replaces nothing. */
  EMAIL_ADDED: { holds: false },
  /** Coins may be sent to any address again, not to saved ones alone. */
  ALL_ADDRESSES_ALLOWED: { holds: true },
  FROZEN_BY_USER: { ...UNDER_WAY, ...EVERYWHERE, ...HANDED_OUT, identityCode: 'ALL', freezeLinks: 'ALL', holds: true },
  FROZEN_BY_OPERATOR: {
    ...UNDER_WAY,
    ...EVERYWHERE,
    ...HANDED_OUT,
    identityCode: 'ALL',
    freezeLinks: 'ALL',
    holds: true,
  },
  /** The returning user chooses a new password: the old one may be why the account was frozen. */
  UNFROZEN: { ...UNDER_WAY, ...EVERYWHERE, ...HANDED_OUT, password: 'ALL', holds: true },
  LOGGED_OUT_ELSEWHERE: { signInFlows: 'ALL', ...ELSEWHERE, holds: false },
  SESSIONS_ENDED_BY_OPERATOR: { ...UNDER_WAY, ...EVERYWHERE, holds: false },
  /** The operator was stopped, removed, or given new keys. */
  OPERATOR_STOPPED: { operatorSessions: 'ALL', handoverCode: 'ALL', holds: false },
} as const satisfies Record<string, Ends>

export type TrustEvent = keyof typeof TRUST_EVENTS

/** The number of each thing that has ended; absent if none has. */
export type Ended = { readonly [thing in TrustedThing]?: number }

/**
 * Ends the things that an event ends, inside its transaction. The caller logs the event, and refreshes the user's sessions after the commit, which
 * refreshes the keys of programs too.
 */
export async function endTrust(
  tx: Transaction,
  event: TrustEvent,
  { userId, keptSessionId, at }: { userId: number; keptSessionId?: number | undefined; at: Date },
): Promise<Ended> {
  const ends: Ends = TRUST_EVENTS[event]
  const ended: Partial<Record<TrustedThing, number>> = {}
  if (ends.signInFlows) await raiseTrustVersion(tx, userId)
  const recentSince = new Date(at.getTime() - RECENT_MS)
  for (const thing of TRUSTED_THINGS) {
    const extent = ends[thing]
    if (extent) ended[thing] = await endThing(tx, thing, { userId, extent, keptSessionId, recentSince })
  }
  if (ends.holds) await holdWithdrawals(tx, { userId, until: holdUntil(at) })
  return ended
}

/** The audit log's details of the ended things. */
export const endedDetails = ({ sessions = 0, apiKeys = 0, passkeys = 0, signOnLinks = 0 }: Ended) => ({
  ended: sessions,
  ...(apiKeys > 0 ? { keys: apiKeys } : {}),
  ...(passkeys > 0 ? { passkeys } : {}),
  ...(signOnLinks > 0 ? { signOnLinks } : {}),
})
