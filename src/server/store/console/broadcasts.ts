import { toCount } from '#domain/counts.ts'
import { stageOf, VERIFICATIONS } from '#domain/verification.ts'
import type { Queryable, Transaction } from '../database.ts'

/** The receivers of a message; `undefined`: no restriction. */
export interface Receivers {
  readonly language: 'fa' | 'en' | undefined
  readonly level: string | undefined
  readonly verified: boolean
}

/** Customers whose accounts are not frozen. */
const RECEIVERS = `from users where role = 'CUSTOMER' and mobile is not null and blocked_at is null
  and ($1::text is null or language = $1) and ($2::text is null or level = $2::account_level)
  and (not $3::boolean or verification = any($4::verification[]))`

const VERIFIED = VERIFICATIONS.filter((verification) => stageOf(verification).authorized)

const valuesOf = ({ language, level, verified }: Receivers) => [language ?? null, level ?? null, verified, VERIFIED]

export async function countReceivers(database: Queryable, receivers: Receivers): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(`select count(*) ${RECEIVERS}`, valuesOf(receivers))
  return toCount(row?.count ?? 0n)
}

export interface NewBroadcast {
  readonly clientKey: string
  readonly receivers: Receivers
  /** JSON. */
  readonly receiverFilter: string
  readonly messages: string
  /** The notice's parameters as JSON. */
  readonly params: string
  readonly sentBy: number
  /** True if no other operator approved it. */
  readonly alone: boolean
  readonly at: Date
}

/** How many receivers an operator has written to alone since then. Two messages of one operator are counted one after the other. */
export async function countSentAlone(
  tx: Transaction,
  { operatorId, since }: { operatorId: number; since: Date },
): Promise<number> {
  await tx.query('select 1 from users where id = $1 for update', [operatorId])
  const [row] = await tx.query<{ sum: bigint }>(
    'select coalesce(sum(receivers), 0)::bigint as sum from broadcasts where sent_by = $1 and sent_alone and sent_at > $2',
    [operatorId, since],
  )
  return toCount(row?.sum ?? 0n)
}

/** The number of receivers of a message with this key, and whether it is the same message; `undefined` if there is none. */
export async function readSent(
  database: Queryable,
  { clientKey, receiverFilter, messages }: Pick<NewBroadcast, 'clientKey' | 'receiverFilter' | 'messages'>,
): Promise<{ readonly receivers: number; readonly isSame: boolean } | undefined> {
  const [row] = await database.query<{ receivers: bigint; is_same: boolean }>(
    'select receivers, receiver_filter = $2 and messages = $3 as is_same from broadcasts where client_key = $1',
    [clientKey, receiverFilter, messages],
  )
  return row && { receivers: toCount(row.receivers), isSame: row.is_same }
}

/**
 * Writes a notice for every receiver in one statement. @returns the number of receivers; `undefined` if the key has already sent one, even
 * concurrently
 */
export async function insertBroadcast(tx: Transaction, broadcast: NewBroadcast): Promise<number | undefined> {
  const { clientKey, receivers, receiverFilter, messages, params, sentBy, alone, at } = broadcast
  const [made] = await tx.query<{ id: bigint }>(
    `insert into broadcasts (client_key, receiver_filter, messages, receivers, sent_by, sent_at, sent_alone)
      values ($1, $2, $3, 0, $4, $5, $6) on conflict (client_key) do nothing returning id`,
    [clientKey, receiverFilter, messages, sentBy, at, alone],
  )
  if (!made) return undefined
  const { id } = made
  const [written] = await tx.query<{ count: bigint }>(
    `with written as (
      insert into notices (user_id, kind, params, event_key, at, due_at)
      select id, 'BROADCAST', $5::text, $6::text, $7::timestamptz, $7::timestamptz ${RECEIVERS}
      on conflict (user_id, event_key) where event_key is not null do nothing returning 1
    ) select count(*) from written`,
    [...valuesOf(receivers), params, `broadcast:${id}`, at],
  )
  const count = toCount(written?.count ?? 0n)
  await tx.query('update broadcasts set receivers = $2 where id = $1', [id, count])
  return count
}

export interface ListedBroadcast {
  readonly id: number
  readonly receiverFilter: string
  readonly messages: string
  readonly receivers: number
  readonly sentBy: string
  readonly sentAt: Date
}

/** Newest first. */
export async function readBroadcasts(
  database: Queryable,
  { before, rowsMax }: { before: string | undefined; rowsMax: number },
): Promise<ListedBroadcast[]> {
  const rows = await database.query<{
    id: bigint
    receiverFilter: string
    messages: string
    receivers: bigint
    sent_by: string | null
    sent_at: Date
  }>(
    `select b.id, receiver_filter as "receiverFilter", messages, receivers, operator_name as sent_by, sent_at from broadcasts b join users u on u.id = b.sent_by
      where $1::bigint is null or b.id < $1::bigint order by b.id desc limit $2`,
    [before ?? null, rowsMax],
  )
  return rows.map(({ id, receivers, sent_by, sent_at, ...row }) => ({
    ...row,
    id: toCount(id),
    receivers: toCount(receivers),
    sentBy: sent_by ?? '',
    sentAt: sent_at,
  }))
}
