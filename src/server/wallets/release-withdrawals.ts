import type { Transfers } from '#domain/transfers.ts'
import { type Exchange, serverKey } from '../exchange/exchange.ts'
import type { Queryable } from '../store/database.ts'
import {
  markReleasedWithdrawals,
  readWaitingWithdrawals,
  type WaitingWithdrawal,
} from '../store/wallets/withdrawals.ts'

/**
 * Releases the funds held for withdrawals over networks that nothing serves. Each is released in the ledger under its own key and then
 * marked, so that the next start completes one that was interrupted between the two. Returns how many were marked.
 */
export async function releaseWithdrawals({
  database,
  exchange,
  transfers,
}: {
  database: Queryable
  exchange: Exchange
  transfers: Transfers
}): Promise<number> {
  const waiting = await readWaitingWithdrawals(database)
  const stuck = waiting.filter(({ tokenType }) => !transfers.networks.get(tokenType)?.withdrawal)
  if (stuck.length === 0) return 0
  await Promise.all(stuck.map((withdrawal) => releaseHold(exchange, withdrawal)))
  return markReleasedWithdrawals(
    database,
    stuck.map(({ id }) => id),
  )
}

/** A missing hold was already released by an earlier start. */
async function releaseHold(exchange: Exchange, withdrawal: WaitingWithdrawal): Promise<void> {
  const { id, userId, holdReference: reference } = withdrawal
  const key = serverKey(`withdrawal:release:${id}`)
  const released = { type: 'release', userId, key, fingerprint: reference, reference } as const
  const result = await exchange.submit(released)
  if (result.kind === 'refused' && result.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for withdrawal ${id} could not be released: ${result.code}`)
}
