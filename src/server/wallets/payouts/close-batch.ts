import { batchClosing } from '#domain/bank-batch.ts'
import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { BANK_TRANSFER } from '#domain/outgoing-transfer.ts'
import { readHolidays } from '../../store/trading/market-halts.ts'
import { closePayoutBatch } from '../../store/wallets/payout-batches.ts'
import type { PayoutServices } from './payout-services.ts'

/**
 * Closes the batch of the present day in Tehran once its hour has come, if it is a working day: every approved withdrawal by bank is in it,
 * in one transaction, and none can be taken back any more. A day has one batch, however often this is called, also after a crash; what is
 * approved later waits for the next working day. @returns the number of its lines; `undefined` if nothing was closed now
 */
export async function closeDueBatch({
  database,
  now,
  rules,
}: Pick<PayoutServices, 'database' | 'now' | 'rules'>): Promise<number | undefined> {
  const at = now()
  const closing = batchClosing(at, await readHolidays(database), rules.closingMinute)
  if (closing === undefined || at < closing) return undefined
  return database.transaction((tx) => closePayoutBatch(tx, { day: tehranDayOf(at), at, tokenType: BANK_TRANSFER }))
}

/** "2026-11-28" of the day in Tehran. */
export const tehranDayOf = (at: Date): string =>
  new Date(Math.floor((at.getTime() + TEHRAN_OFFSET_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
