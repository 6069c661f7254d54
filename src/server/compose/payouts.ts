import type { PayoutGateway } from '../providers/payouts/payouts.ts'
import { LeaseLost } from '../store/job-leases.ts'
import { closeDueBatch } from '../wallets/payouts/close-batch.ts'
import type { PayoutServices } from '../wallets/payouts/payout-services.ts'
import { runPayouts } from '../wallets/payouts/send-payouts.ts'
import type { Core } from './core.ts'
import type { Job, Lease } from './jobs.ts'

const BATCH_EVERY_MS = 20_000
const PAYOUTS_EVERY_MS = 5_000

export const payoutsOf = ({ config, database, exchange, catalogue, providers, logger }: Core): PayoutServices => ({
  ...{ database, exchange, catalogue, gateway: providers.payoutGateway, rules: config.providers.payouts.rules },
  ...{ now: () => new Date(), log: logger },
})

/**
 * The vendor knows no fences, so the lease is looked at directly before each submission. A process that is paused between this look and the line
 * can still submit. Nothing is paid twice even then, since the vendor executes each name once; but what was given back meanwhile, after the
 * vendor had reported it as failed for long enough, would be paid. The look-ups of lapsed lines find such a payment and take the money back.
 */
export const whileHeld = (gateway: PayoutGateway, { isHeld }: Pick<Lease, 'isHeld'>): PayoutGateway => ({
  async submit(submission) {
    if (!isHeld()) throw new LeaseLost()
    return gateway.submit(submission)
  },
  find: (payout) => gateway.find(payout),
})

export const payoutJobs = (payouts: PayoutServices): Job[] => [
  {
    name: 'close the batch of payouts',
    everyMs: BATCH_EVERY_MS,
    runsIn: 'one process',
    run: async () => void (await closeDueBatch(payouts)),
  },
  {
    name: 'send payouts',
    everyMs: PAYOUTS_EVERY_MS,
    runsIn: 'one process',
    run: (stopping, lease) =>
      runPayouts({ ...payouts, gateway: payouts.gateway && whileHeld(payouts.gateway, lease) }, stopping),
  },
]
