import { toCount } from '#domain/counts.ts'
import { stageOf, VERIFICATIONS } from '#domain/verification.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, readRows, rowAs, tryInsert } from '../rows.ts'

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

const valuesOf = ({ language, level, verified }: Receivers) => [language, level, verified, VERIFIED]

export const countReceivers = (database: Queryable, receivers: Receivers): Promise<number> =>
  countOf(database, `select count(*) ${RECEIVERS}`, valuesOf(receivers))

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
  return countOf(
    tx,
    'select coalesce(sum(receivers), 0)::bigint as sum from broadcasts where sent_by = $1 and sent_alone and sent_at > $2',
    [operatorId, since],
  )
}

interface SentBefore {
  readonly receivers: number
  readonly isSame: boolean
}

/** The number of receivers of a message with this key, and whether it is the same message; `undefined` if there is none. */
export const readSent = (
  database: Queryable,
  { clientKey, receiverFilter, messages }: Pick<NewBroadcast, 'clientKey' | 'receiverFilter' | 'messages'>,
): Promise<SentBefore | undefined> =>
  findRow(
    database,
    rowAs<SentBefore>('receivers'),
    'select receivers, receiver_filter = $2 and messages = $3 as "isSame" from broadcasts where client_key = $1',
    [clientKey, receiverFilter, messages],
  )

/**
 * Writes a notice for every receiver in one statement. @returns the number of receivers; `undefined` if the key has already sent one, even
 * concurrently
 */
export async function insertBroadcast(tx: Transaction, broadcast: NewBroadcast): Promise<number | undefined> {
  const { clientKey, receivers, receiverFilter, messages, params, sentBy, alone, at } = broadcast
  const sent = { clientKey, receiverFilter, messages, receivers: 0, sentBy, sentAt: at, sentAlone: alone }
  const id = await tryInsert(tx, 'broadcasts', sent)
  if (id === undefined) return undefined
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
export const readBroadcasts = (
  database: Queryable,
  { before, rowsMax }: { before: string | undefined; rowsMax: number },
): Promise<ListedBroadcast[]> =>
  readRows(
    database,
    rowAs<ListedBroadcast>('id', 'receivers'),
    `select b.id, receiver_filter as "receiverFilter", messages, receivers, coalesce(operator_name, '') as "sentBy", sent_at as "sentAt"
      from broadcasts b join users u on u.id = b.sent_by
      where $1::bigint is null or b.id < $1::bigint order by b.id desc limit $2`,
    [before, rowsMax],
  )
