import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, readRows, rowAs } from '../rows.ts'

/** A payment from cold storage that custody has seen in a block. */
export interface ColdPayment {
  readonly proposalId: number
  readonly network: string
  readonly txid: string
  readonly coinId: number
  readonly amount: Amount
  readonly fee: Amount
  /** Absent: it went to the hot wallet. */
  readonly withdrawalId: number | undefined
  readonly bookedAt: Date | undefined
}

const COLUMNS = `proposal_id as "proposalId", network, txid, coin_id as "coinId", amount, fee, withdrawal_id as "withdrawalId",
  booked_at as "bookedAt"`
const coldPayment = rowAs<ColdPayment>('proposalId', 'withdrawalId')

export async function insertColdPayment(tx: Transaction, payment: Omit<ColdPayment, 'bookedAt'>): Promise<void> {
  const { proposalId, network, txid, coinId, amount, fee, withdrawalId } = payment
  await tx.query(
    `insert into cold_payments (proposal_id, network, txid, coin_id, amount, fee, withdrawal_id) values ($1, $2, $3, $4, $5, $6, $7)`,
    [proposalId, network, txid, coinId, amount, fee, withdrawalId],
  )
}

export const findColdPayment = (database: Queryable, proposalId: number): Promise<ColdPayment | undefined> =>
  findRow(database, coldPayment, `select ${COLUMNS} from cold_payments where proposal_id = $1`, [proposalId])

/** Confirms it, so that it is booked. @returns false if its transaction, or its withdrawal, was confirmed before */
export const confirmColdPayment = (
  tx: Transaction,
  { proposalId, at }: { proposalId: number; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    `update cold_payments as payment set booked_at = $2 where proposal_id = $1 and booked_at is null and not exists (
        select 1 from cold_payments as other where other.booked_at is not null
          and ((other.network = payment.network and lower(other.txid) = lower(payment.txid)) or other.withdrawal_id = payment.withdrawal_id))
      returning proposal_id`,
    [proposalId, at],
  )

/** Whether a transaction is booked, in whatever case its number is typed: as a payment from cold storage, or as one of custody's own. */
export const isTransactionBooked = (
  database: Queryable,
  { network, txid }: Pick<ColdPayment, 'network' | 'txid'>,
): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from cold_payments where network = $1 and lower(txid) = lower($2) and booked_at is not null
      union all select 1 from outgoing_transfers where network = $1 and lower(txid) = lower($2)
      union all select 1 from cold_moves where network = $1 and lower(txid) = lower($2)`,
    [network, txid],
  )

/** Payments whose proposals are open, or approved and not executed: they have left cold storage and are in the books. */
export const unbookedColdPayments = (database: Queryable, at: Date): Promise<ColdPayment[]> =>
  readRows(
    database,
    coldPayment,
    `select ${COLUMNS} from cold_payments join proposals on proposals.id = proposal_id
      where executed_at is null and (decision = 'APPROVED' or (decision is null and expires_at > $1))`,
    [at],
  )
