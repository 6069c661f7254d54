import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, rowAs } from '../rows.ts'

/**
 * How long after its user's last visit a browser gets push messages, even if the session has timed out. Every deliberate end deletes the session,
 * and its subscription with it.
 */
const UNUSED_MS_MAX = 90 * 24 * 3_600_000

/** Browsers' sessions that were last used before this get no more push messages. */
export const pushedSince = (now: Date): Date => new Date(now.getTime() - UNUSED_MS_MAX)

/** The sealing context of an address and its keys: the hash of the address, in hexadecimal. */
export const pushContext = (endpointHash: string) => `push:${endpointHash}`

export interface NewSubscription {
  readonly userId: number
  readonly sessionId: number
  readonly endpointHash: Uint8Array
  readonly sealed: Uint8Array
  readonly at: Date
}

/**
 * Stores the one subscription of a session. A browser belongs to its last user, so an older owner's subscription is removed; of a user's
 * browsers the newest `max` stay.
 */
export async function keepSubscription(
  tx: Transaction,
  { userId, sessionId, endpointHash, sealed, at }: NewSubscription,
  max: number,
): Promise<void> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  await tx.query(
    `delete from push_subscriptions
     where (session_id = $2 and endpoint_hash <> $3) or (endpoint_hash = $3 and user_id <> $1)`,
    [userId, sessionId, endpointHash],
  )
  await tx.query(
    `insert into push_subscriptions as kept (user_id, session_id, endpoint_hash, sealed, created_at, renewed_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (endpoint_hash) do update set session_id = $2, sealed = $4, renewed_at = $5 where kept.user_id = $1`,
    [userId, sessionId, endpointHash, sealed, at],
  )
  await tx.query(
    `delete from push_subscriptions where user_id = $1 and id not in (
       select id from push_subscriptions where user_id = $1 order by renewed_at desc, id desc limit $2
     )`,
    [userId, max],
  )
}

export async function deleteSubscriptionOf(database: Queryable, sessionId: number): Promise<void> {
  await database.query('delete from push_subscriptions where session_id = $1', [sessionId])
}

export async function deleteSubscription(database: Queryable, id: string): Promise<void> {
  await database.query('delete from push_subscriptions where id = $1', [id])
}

export const isSubscribed = (database: Queryable, sessionId: number): Promise<boolean> =>
  hasRows(database, 'select 1 from push_subscriptions where session_id = $1', [sessionId])

/** The subscriptions of these users that still get push messages, by user. */
export async function readSubscriptionIds(
  database: Queryable,
  { userIds, now }: { userIds: readonly number[]; now: Date },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await database.query<{ user_id: bigint; ids: readonly string[] }>(
    `select push.user_id, array_agg(push.id::text order by push.id) as ids
     from push_subscriptions push join sessions on sessions.id = session_id
     where push.user_id = any ($1::bigint[]) and last_used_at > $2 group by 1`,
    [userIds, pushedSince(now)],
  )
  return new Map(rows.map(({ user_id, ids }) => [toCount(user_id), ids]))
}

export interface KeptSubscription {
  /** In hexadecimal. */
  readonly endpointHash: string
  readonly sealed: Uint8Array
  /** Whether its session can still be used. */
  readonly isSignedIn: boolean
}

/** A subscription, if it still belongs to this user. `usedSince`: a session unused since then has ended. */
export const readSubscription = (
  database: Queryable,
  { id, userId, now, usedSince }: { id: string; userId: number; now: Date; usedSince: Date },
): Promise<KeptSubscription | undefined> =>
  findRow(
    database,
    rowAs<KeptSubscription>(),
    `select encode(endpoint_hash, 'hex') as "endpointHash", sealed, expires_at > $3 and last_used_at > $4 as "isSignedIn"
     from push_subscriptions push join sessions on sessions.id = session_id where push.id = $1 and push.user_id = $2`,
    [id, userId, now, usedSince],
  )
