import type { MobileNumber } from '#domain/mobile-number.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount } from '#domain/units.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { findRow, hasRows, type Row, readRows, rowAs } from '../rows.ts'
import type { WithdrawalRow } from './withdrawals.ts'

interface Recipient {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
}

/** The customer who has this number now, if the identity is verified and the account is not frozen. */
export async function findRecipient(database: Queryable, mobile: MobileNumber): Promise<Recipient | undefined> {
  const found = await findRow(
    database,
    rowAs<Recipient & { verification: Verification }>('userId'),
    `select users.id as "userId", verification, coalesce(first_name, '') as "firstName", coalesce(last_name, '') as "lastName"
      from users left join identities on user_id = users.id
      where mobile = $1 and role = 'CUSTOMER' and blocked_at is null`,
    [mobile],
  )
  return found && stageOf(found.verification).authorized ? found : undefined
}

/** First name and initial, as far as a recipient knows a sender who named them by their number. Coins that come to an address name nobody. */
const SENDER_NAME = `case when address like '+%' then (select concat(first_name, ' ', left(last_name, 1), '.') from identities
  where identities.user_id = withdrawals.user_id) end as "senderName"`

type Sent = Pick<WithdrawalRow, 'id' | 'userId' | 'coinId' | 'amount' | 'address' | 'holdReference'>
export type UserTransfer = Sent & { readonly senderName: string | undefined }

const COLUMNS = 'id, user_id as "userId", coin_id as "coinId", amount, address, hold_reference as "holdReference"'
const userTransfer = rowAs<UserTransfer>('id', 'userId')

/** Transfers that are approved, or were interrupted, oldest first. */
export const openUserTransfers = (database: Queryable, { most }: { most: number }): Promise<UserTransfer[]> =>
  readRows(
    database,
    userTransfer,
    `select ${COLUMNS}, ${SENDER_NAME} from withdrawals where token_type = $1 and state in ('APPROVED', 'SIGNED') and given_up_as is null
      order by id limit $2`,
    [USER_TRANSFER, most],
  )

/** From now on nobody can cancel a transfer. @returns false if somebody has, or it is made already */
export const decideTransfer = (database: Queryable, id: number): Promise<boolean> =>
  hasRows(
    database,
    `update withdrawals set state = 'SIGNED' where id = $1 and state in ('APPROVED', 'SIGNED') and given_up_as is null returning id`,
    [id],
  )

/** Whether the money of a transfer has left its sender, and was not released. */
export const hasLeft = (database: Queryable, id: number): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from withdrawals join holds on holds.reference = hold_reference where withdrawals.id = $1 and holds.status = 'SETTLED'`,
    [id],
  )

/** A transfer as its recipient sees it. */
export interface ReceivedTransfer {
  readonly id: number
  readonly coinId: number
  readonly amount: Amount
  readonly senderName: string | undefined
  readonly at: Date
}

/** The transfers that a user has received, newest first. */
export const readReceived = (
  database: Queryable,
  { userId, ...asked }: { userId: number } & PageOf,
): Promise<Paged<ReceivedTransfer>> =>
  readPage<Row & { id: bigint }, ReceivedTransfer>(database, {
    list: {
      table: 'withdrawals',
      conditions: [`recipient_id = $1 and state = 'CONFIRMED'`],
      values: [userId],
      row: `select id, coin_id as "coinId", amount, ended_at as at, ${SENDER_NAME}
        from withdrawals where id = page.id`,
    },
    asked,
    read: rowAs<ReceivedTransfer>('id'),
  })
