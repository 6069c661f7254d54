import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PushPlace } from '../providers/push/push.ts'
import type { Database, Queryable } from '../store/database.ts'
import { keepSubscription, pushContext, readSubscription } from '../store/notifications/push-subscriptions.ts'

/** Encrypts the keys and addresses of browsers at rest. */
export interface PushSealer {
  seal(bytes: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

const DEVICES_MAX = 10

interface PushOwner {
  readonly userId: number
  readonly sessionId: number
}

/** Stores the push subscription of a session's browser. */
export async function keepPlace(
  { database, sealer, now }: { database: Database; sealer: PushSealer; now: () => Date },
  owner: PushOwner,
  { endpoint, p256dh, auth }: PushPlace,
): Promise<void> {
  const hash = createHash('sha256').update(endpoint).digest()
  const place = Buffer.from(JSON.stringify({ endpoint, p256dh, auth }))
  const sealed = sealer.seal(place, pushContext(hash.toString('hex')))
  await database.transaction((tx) =>
    keepSubscription(tx, { ...owner, endpointHash: hash, sealed, at: now() }, DEVICES_MAX),
  )
}

const Place = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

/** The address of a browser, and whether its user is signed in there; `undefined` if it is gone, or its key is. */
export async function openPlace(
  database: Queryable,
  sealer: PushSealer,
  of: { id: string; userId: number; now: Date; usedSince: Date },
): Promise<{ readonly place: PushPlace; readonly isSignedIn: boolean } | undefined> {
  const kept = await readSubscription(database, of)
  if (kept === undefined) return undefined
  try {
    const place = Place.parse(JSON.parse(sealer.open(kept.sealed, pushContext(kept.endpointHash)).toString('utf8')))
    return { place, isSignedIn: kept.isSignedIn }
  } catch {
    return undefined
  }
}
