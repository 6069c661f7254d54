import type { Amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

/** Coins on their way from the hot wallet to cold storage. */
export interface ColdMove {
  readonly id: number
  readonly network: string
  readonly coinId: number
  readonly amount: Amount
  readonly begunAt: Date
}

export const openColdMoves = (database: Queryable): Promise<ColdMove[]> =>
  readRows(
    database,
    rowAs<ColdMove>('id'),
    `select id, network, coin_id as "coinId", amount, begun_at as "begunAt" from cold_moves where ended_at is null order by id`,
  )

/** Begins to move coins, unless some of the same network are on their way. */
export async function beginColdMove(
  database: Queryable,
  { network, coinId, amount, begunAt }: Omit<ColdMove, 'id'>,
): Promise<void> {
  await database.query(
    'insert into cold_moves (network, coin_id, amount, begun_at) values ($1, $2, $3, $4) on conflict do nothing',
    [network, coinId, amount, begunAt],
  )
}

/** Ends it: the coins are in cold storage, or were not sent because of the refusal. */
export async function endColdMove(
  database: Queryable,
  { id, at, txid, refusal }: { id: number; at: Date; txid?: string | undefined; refusal?: string | undefined },
): Promise<void> {
  await database.query(
    'update cold_moves set ended_at = $2, txid = $3, refusal = $4 where id = $1 and ended_at is null',
    [id, at, txid, refusal],
  )
}

/** The sum of a coin over one network that waits to be sent, or to be final there. */
export interface WaitingSum {
  readonly network: string
  readonly coinId: number
  /** With the part of each withdrawal that its network's fee takes. */
  readonly units: bigint
  /** The part that the hot wallet has to pay: approved, and not yet sent. */
  readonly unsent: bigint
}

export const sumWaiting = (database: Queryable): Promise<WaitingSum[]> =>
  database.query<WaitingSum>(
    `select token_type as network, coin_id as "coinId", sum(amount) as units,
        coalesce(sum(amount - network_fee) filter (
          where state in ('APPROVED', 'SIGNED') and refusal is distinct from 'COLD_ONLY'), 0) as unsent
      from withdrawals left join outgoing_transfers on withdrawal_id = id
      where state in ('RAISED_BY_USER', 'APPROVED', 'SIGNED', 'SENT') and given_up_as is null and recipient_id is null
      group by token_type, coin_id`,
  )
