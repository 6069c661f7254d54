import { closeDueBatch } from '../wallets/payouts/close-batch.ts'
import type { PayoutServices } from '../wallets/payouts/payout-services.ts'
import { runPayouts } from '../wallets/payouts/send-payouts.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'

const BATCH_EVERY_MS = 20_000
const PAYOUTS_EVERY_MS = 5_000

export const payoutsOf = ({ config, database, exchange, catalogue, providers, logger }: Core): PayoutServices => ({
  ...{ database, exchange, catalogue, gateway: providers.payoutGateway, rules: config.providers.payouts.rules },
  ...{ now: () => new Date(), log: logger },
})

export const payoutJobs = (payouts: PayoutServices): Job[] => [
  {
    name: 'close the batch of payouts',
    everyMs: BATCH_EVERY_MS,
    runsIn: 'one process',
    run: async () => void (await closeDueBatch(payouts)),
  },
  { name: 'send payouts', everyMs: PAYOUTS_EVERY_MS, runsIn: 'one process', run: () => runPayouts(payouts) },
]
