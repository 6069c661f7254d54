import { HOUR_MS, SECOND_MS } from '#domain/durations.ts'
import { dispatch, OUTBOX } from '../store/outbox.ts'
import { findPaidByHand, payBackKind } from '../wallets/pay-back.ts'
import { reconcileDeposits } from '../wallets/settle-deposit.ts'
import type { WalletServices } from '../wallets/wallets.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'

/** At this interval the outbox is read for orders that had to wait; a commit wakes the job at once. */
const PAY_BACK_EVERY_MS = 5 * SECOND_MS

/** The jobs of card deposits. */
export const depositJobs = (
  { config, database }: Pick<Core, 'config' | 'database'>,
  wallets: WalletServices,
): Job[] => [
  {
    name: 'reconcile deposits',
    everyMs: config.reconcileEveryMs,
    runsIn: 'one process',
    run: () => reconcileDeposits(wallets, { minAgeMs: config.reconcileAgeMs }),
  },
  {
    name: "pay others' cards back",
    everyMs: PAY_BACK_EVERY_MS,
    runsIn: 'each process',
    run: (stopping) => dispatch(wallets, payBackKind(wallets), stopping),
    onWork: (wake) => database.onAnnounced(OUTBOX, wake),
  },
  {
    name: 'find what was paid back by hand',
    everyMs: HOUR_MS,
    runsIn: 'one process',
    run: () => findPaidByHand(wallets, { minAgeMs: HOUR_MS }),
  },
]
