import type { Transfers } from '#domain/transfers.ts'
import { type Exchange, serverKey } from '../exchange/exchange.ts'
import type { Queryable } from '../store/database.ts'
import { giveUpUnsent, markReleasedWithdrawals, type UnsentWithdrawal } from '../store/wallets/withdrawals.ts'

/**
 * Releases the funds held for withdrawals over networks that nothing serves. If an attempt to send was ever made, the coins may have left,
 * so that such a hold stays, whatever is served. Each is given up first, which bars any attempt, then released in the ledger under its own
 * key, and then marked, so that the next start completes one that was interrupted. Returns how many were marked.
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
  const served = [...transfers.networks].flatMap(([tokenType, { withdrawal }]) => (withdrawal ? [tokenType] : []))
  const unsent = await giveUpUnsent(database, { served, at: new Date() })
  if (unsent.length === 0) return 0
  await Promise.all(unsent.map((withdrawal) => releaseHold(exchange, withdrawal)))
  return markReleasedWithdrawals(
    database,
    unsent.map(({ id }) => id),
  )
}

/** A missing hold was already released by an earlier start. */
async function releaseHold(exchange: Exchange, withdrawal: UnsentWithdrawal): Promise<void> {
  const { id, userId, holdReference: reference } = withdrawal
  const key = serverKey(`withdrawal:release:${id}`)
  const released = { type: 'release', userId, key, fingerprint: reference, reference } as const
  const result = await exchange.submit(released)
  if (result.kind === 'refused' && result.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for withdrawal ${id} could not be released: ${result.code}`)
}
