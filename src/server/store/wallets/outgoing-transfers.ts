import { KNOWN_NETWORKS } from '#domain/networks.ts'
import type { OutgoingState } from '#domain/outgoing-transfer.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, readRows, rowAs } from '../rows.ts'
import { advanceWithdrawal } from './withdrawals.ts'

/** A withdrawal of coins that has not ended, with what its sending needs. */
export interface CoinWithdrawal {
  readonly id: number
  readonly userId: number
  readonly coinId: number
  readonly address: string
  readonly tag: string | undefined
  readonly amount: Amount
  /** The part of the amount that is charged for the network. */
  readonly networkFee: Amount
  readonly holdReference: string
  readonly state: OutgoingState
  readonly isFrozen: boolean
  /** Whether a hold of the same user, coin and amount keeps its money. */
  readonly isHeld: boolean
  /** Absent before it was first given to custody, as are all that follow. */
  readonly askedAt: Date | undefined
  readonly refusal: string | undefined
  readonly txid: string | undefined
  readonly sentAt: Date | undefined
  /** Since when operators pay it from cold storage. */
  readonly coldAt: Date | undefined
}

const WITHDRAWAL = `select w.id, w.user_id as "userId", w.coin_id as "coinId", w.address, w.tag, w.amount, w.network_fee as "networkFee",
    w.hold_reference as "holdReference", w.state, users.blocked_at is not null as "isFrozen",
    exists (select 1 from holds where reference = w.hold_reference and status = 'HELD' and user_id = w.user_id
      and coin_id = w.coin_id and amount = w.amount and settled = 0) as "isHeld",
    sent.asked_at as "askedAt", sent.refusal, sent.txid, sent.sent_at as "sentAt", sent.cold_at as "coldAt"
  from withdrawals as w join users on users.id = w.user_id left join outgoing_transfers as sent on sent.withdrawal_id = w.id`
const coinWithdrawal = rowAs<CoinWithdrawal>('id', 'userId')

/** Approved withdrawals over a network that may be given to custody now, oldest first. */
export const unsentCoinWithdrawals = (
  database: Queryable,
  { network, at, most }: { network: string; at: Date; most: number },
): Promise<CoinWithdrawal[]> =>
  readRows(
    database,
    coinWithdrawal,
    `${WITHDRAWAL} where w.state = 'APPROVED' and w.given_up_as is null and w.token_type = $1
      and (sent.retry_at is null or sent.retry_at <= $2) order by w.id limit $3`,
    [network, at, most],
  )

/** Withdrawals that custody may have signed, seen before `before`, the longest unseen first. */
export const sentCoinWithdrawals = (
  database: Queryable,
  { network, before, most }: { network: string; before: Date; most: number },
): Promise<CoinWithdrawal[]> =>
  readRows(
    database,
    coinWithdrawal,
    `${WITHDRAWAL} where w.state in ('SIGNED', 'SENT') and w.given_up_as is null and sent.network = $1 and sent.ended_at is null and sent.cold_at is null
      and (sent.looked_at is null or sent.looked_at <= $2) order by sent.looked_at nulls first, w.id limit $3`,
    [network, before, most],
  )

/** Notes that custody is asked to send it from now on: nobody can cancel it any more. @returns whether it waited until now */
export async function beginSending(
  tx: Transaction,
  { id, network, confirmationsNeeded, at }: { id: number; network: string; confirmationsNeeded: number; at: Date },
): Promise<boolean> {
  if (!(await advanceWithdrawal(tx, { id, to: 'SIGNED', at }))) return false
  await tx.query(
    `insert into outgoing_transfers (withdrawal_id, network, asked_at, confirmations_needed) values ($1, $2, $3, $4)
      on conflict (withdrawal_id) do update set asked_at = excluded.asked_at, refusal = null, retry_at = null, looked_at = null`,
    [id, network, at, confirmationsNeeded],
  )
  return true
}

/** Lets nothing but operators pay it, from cold storage. @returns whether it waited until now */
export async function setForCold(
  tx: Transaction,
  { id, network, at }: { id: number; network: string; at: Date },
): Promise<boolean> {
  if (!(await beginSending(tx, { id, network, confirmationsNeeded: 1, at }))) return false
  await tx.query("update outgoing_transfers set cold_at = $2, refusal = 'COLD_ONLY' where withdrawal_id = $1", [id, at])
  return true
}

/** A withdrawal that operators pay from cold storage and that has not ended. */
export const findForCold = (database: Queryable, id: number): Promise<CoinWithdrawal | undefined> =>
  findRow(
    database,
    coinWithdrawal,
    `${WITHDRAWAL} where w.id = $1 and w.state = 'SIGNED' and w.given_up_as is null and sent.cold_at is not null`,
    [id],
  )

interface Look {
  readonly id: number
  readonly at: Date
  /** Why custody does not send it yet; absent: nothing new is known. */
  readonly refusal?: string | undefined
}

/** Notes that custody was asked, and what it refuses. Everything that is known of the transfer stays. */
export async function noteLook(database: Queryable, { id, at, refusal }: Look): Promise<void> {
  await database.query(
    'update outgoing_transfers set looked_at = $2, refusal = coalesce($3, refusal) where withdrawal_id = $1',
    [id, at, refusal],
  )
}

interface Progress {
  readonly id: number
  readonly at: Date
  /** Absent until a node has it. */
  readonly txid: string | undefined
  /** Of its block, and the fee there; absent until it is in one, and again after a reorganisation. */
  readonly confirmations: number | undefined
  readonly fee: Amount | undefined
}

/** Notes how far a transfer is by custody's answer. */
export async function noteProgress(database: Queryable, { id, at, txid, confirmations, fee }: Progress): Promise<void> {
  await database.query(
    `update outgoing_transfers set looked_at = $2, txid = coalesce($3, txid), confirmations = $4, fee = $5,
      sent_at = case when $3::text is null then sent_at else coalesce(sent_at, $2) end where withdrawal_id = $1`,
    [id, at, txid, confirmations, fee],
  )
}

/** Lets a withdrawal that custody did not sign wait again, and be cancelled. @returns whether it waits now */
export async function waitAgain(
  tx: Transaction,
  { id, at, retryAt }: { id: number; at: Date; retryAt: Date },
): Promise<boolean> {
  if (!(await advanceWithdrawal(tx, { id, to: 'APPROVED', at }))) return false
  await tx.query('update outgoing_transfers set retry_at = $2 where withdrawal_id = $1', [id, retryAt])
  return true
}

/** Ends a transfer whose hold is settled. @returns whether it ended now */
export const endOutgoing = (
  tx: Transaction,
  { id, at, txid, confirmations, fee }: { id: number; at: Date; txid: string; confirmations: number; fee: Amount },
): Promise<boolean> =>
  hasRows(
    tx,
    `update outgoing_transfers set ended_at = $2, txid = $3, confirmations = $4, fee = $5 from withdrawals as w, holds
      where withdrawal_id = $1 and outgoing_transfers.ended_at is null and w.id = $1
        and holds.reference = w.hold_reference and holds.status = 'SETTLED' returning withdrawal_id`,
    [id, at, txid, confirmations, fee],
  )

/** A withdrawal over a chain as operators follow it. */
export interface FollowedWithdrawal extends CoinWithdrawal {
  readonly network: string
  readonly createdAt: Date
  readonly confirmations: number | undefined
  readonly confirmationsNeeded: number | undefined
  readonly signedBy: readonly string[]
}

/** The oldest withdrawals over chains that are approved and have not ended. */
export const followedWithdrawals = (
  database: Queryable,
  { networks, most }: { networks: readonly string[]; most: number },
): Promise<FollowedWithdrawal[]> =>
  readRows(
    database,
    rowAs<FollowedWithdrawal>('id', 'userId'),
    `select followed.*, w.token_type as network, w.created_at as "createdAt", confirmations, confirmations_needed as "confirmationsNeeded",
      array(select operator from outgoing_signatures where withdrawal_id = w.id order by operator) as "signedBy"
      from (${WITHDRAWAL} where w.state in ('APPROVED', 'SIGNED', 'SENT') and w.given_up_as is null and w.token_type = any($1::text[])
        order by w.id limit $2) as followed
      join withdrawals as w using (id) left join outgoing_transfers as sent on sent.withdrawal_id = w.id order by w.id`,
    [networks, most],
  )

/** Coins that custody may have sent, or moved between its own addresses, and that are still in the books. */
export interface UnbookedTransfer {
  readonly kind: 'WITHDRAWAL' | 'SWEEP' | 'COLD_MOVE'
  readonly id: number
  readonly network: string
  readonly coinId: number
  /** They leave the wallet, as the network's fee does: none between the exchange's own. */
  readonly units: bigint
}

export const unbookedTransfers = (database: Queryable): Promise<UnbookedTransfer[]> =>
  readRows(
    database,
    rowAs<UnbookedTransfer>('id'),
    `select 'WITHDRAWAL' as kind, w.id, sent.network, coin_id as "coinId", amount - network_fee as units
        from outgoing_transfers as sent join withdrawals as w on w.id = withdrawal_id
        where sent.ended_at is null and w.state in ('SIGNED', 'SENT') and w.given_up_as is null and sent.cold_at is null
      union all select 'SWEEP', id, network, coin_id, 0 from sweeps where ended_at is null and refusal is distinct from 'FAILED'
      union all select 'COLD_MOVE', id, network, coin_id, 0 from cold_moves where ended_at is null`,
  )

/** An operator's signature under a payment, as custody checks it. */
export interface OperatorSignature {
  readonly operator: string
  readonly signature: string
}

export const signaturesOf = (database: Queryable, id: number): Promise<OperatorSignature[]> =>
  readRows(
    database,
    rowAs<OperatorSignature>(),
    'select operator, signature from outgoing_signatures where withdrawal_id = $1 order by operator',
    [id],
  )

/** Keeps an operator's signature in place of a former one, and lets custody be asked again. @returns false if the same is there already */
export async function saveSignature(
  tx: Transaction,
  { id, operator, signature, givenBy, at }: OperatorSignature & { id: number; givenBy: number; at: Date },
): Promise<boolean> {
  const isNew = await hasRows(
    tx,
    `insert into outgoing_signatures (withdrawal_id, operator, signature, given_by, given_at) values ($1, $2, $3, $4, $5)
      on conflict (withdrawal_id, operator) do update set signature = excluded.signature, given_by = excluded.given_by,
        given_at = excluded.given_at where outgoing_signatures.signature <> excluded.signature returning operator`,
    [id, operator, signature, givenBy, at],
  )
  if (isNew) await tx.query('update outgoing_transfers set retry_at = null where withdrawal_id = $1', [id])
  return isNew
}

/** How many withdrawals over chains wait for their end, by their states. */
export const countUnderWay = (database: Queryable): Promise<{ state: OutgoingState; count: number }[]> =>
  database.query(
    `select state, count(*)::integer as count from withdrawals
     where state in ('APPROVED', 'SIGNED', 'SENT') and given_up_as is null and token_type = any($1::text[]) group by state`,
    [KNOWN_NETWORKS],
  )
