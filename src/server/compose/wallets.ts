import { OPEN_DEPOSITS_MAX } from '#domain/card-deposit.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { countAgainst } from '../accounts/limits.ts'
import type { MarketData } from '../market-data/open-market-data.ts'
import { createCardGateways } from '../providers/payments/card-gateways.ts'
import { readPayer } from '../store/accounts/bank-accounts.ts'
import { readWithdrawer } from '../store/accounts/protection.ts'
import { findOpenRestore } from '../store/back-up/restores.ts'
import { dispatch, OUTBOX } from '../store/outbox.ts'
import { countBalanceDays } from '../store/wallets/balance-days.ts'
import { finishDeliveries } from '../wallets/deliveries/finish-deliveries.ts'
import { announceWithdrawals, finishGiveUps } from '../wallets/give-back.ts'
import { KeptCloses } from '../wallets/kept-closes.ts'
import { findPaidByHand, payBackKind } from '../wallets/pay-back.ts'
import { reconcileAbandoned, reconcileDeposits } from '../wallets/settle-deposit.ts'
import { makeTransfers } from '../wallets/transfers/make-transfers.ts'
import type { WalletServices } from '../wallets/wallets.ts'
import type { Chains } from './chains.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { withdrawalCodesOf } from './withdrawal-codes.ts'

/** Numbers that one user may look for in a day: each transfer looks twice. */
const RECIPIENTS_PER_DAY_MAX = 60

/** At this interval the outbox is read for orders that had to wait; a commit wakes the job at once. */
const PAY_BACK_EVERY_MS = 5 * SECOND_MS

/** The longest delay until a withdrawal whose end was interrupted is given back. */
const GIVE_BACK_EVERY_MS = MINUTE_MS
/** The longest delay of a transfer that an operator has approved. */
const TRANSFER_EVERY_MS = 5 * SECOND_MS
/** The longest delay until a delivery whose booking was interrupted leaves the ledger. */
const DELIVERY_EVERY_MS = 5 * SECOND_MS
/** The longest delay until a user is notified of a withdrawal. */
const ANNOUNCE_EVERY_MS = 2 * SECOND_MS
/** Until an entry is counted, it is read from the ledger for each user who asks. */
const COUNT_EVERY_MS = 5 * SECOND_MS

export function openWallets(
  { config, database, exchange, catalogue, providers, logger }: Core,
  {
    marketData: { valuation },
    chains: { transfers, readCoinDestination },
    accounts,
  }: { marketData: MarketData; chains: Chains; accounts: Accounts },
): WalletServices {
  return {
    database,
    exchange,
    catalogue,
    cardGateways: createCardGateways(providers.cardGateways, { now: Date.now }),
    openDepositsMax: OPEN_DEPOSITS_MAX,
    inToman: valuation.inToman,
    closes: new KeptCloses(database),
    ...{ transfers, readCoinDestination },
    batchMinute: config.providers.payouts.rules.closingMinute,
    readWithdrawer: (userId, destination) => readWithdrawer(database, { userId, destination, at: Date.now() }),
    withdrawalCodes: withdrawalCodesOf(accounts, config.publicUrl),
    countRecipient: (userId) =>
      countAgainst(database, {
        limit: { kind: 'transfer:recipient', subject: String(userId), max: RECIPIENTS_PER_DAY_MAX, windowMs: DAY_MS },
        at: new Date(),
      }),
    payerOf: (userId) => readPayer(database, userId),
    publicUrl: config.publicUrl,
    loopbackIsOurs: config.loopbackIsOurs,
    now: () => new Date(),
    log: logger,
  }
}

/** The jobs of card deposits and of withdrawals. */
export const walletJobs = ({ config, database }: Pick<Core, 'config' | 'database'>, wallets: WalletServices): Job[] => [
  {
    name: 'reconcile deposits',
    everyMs: config.reconcileEveryMs,
    runsIn: 'one process',
    run: (stopping) => reconcileDeposits(wallets, { minAgeMs: config.reconcileAgeMs, stopping }),
  },
  {
    name: 'reconcile abandoned deposits',
    everyMs: HOUR_MS,
    runsIn: 'one process',
    run: (stopping) => reconcileAbandoned(wallets, stopping),
  },
  {
    name: "pay others' cards back",
    everyMs: PAY_BACK_EVERY_MS,
    runsIn: 'each process',
    run: async (stopping) => {
      if (!(await findOpenRestore(database))) await dispatch(wallets, payBackKind(wallets), stopping)
    },
    onWork: (wake) => database.onAnnounced(OUTBOX, wake),
  },
  {
    name: 'find what was paid back by hand',
    everyMs: HOUR_MS,
    runsIn: 'one process',
    run: (stopping) => findPaidByHand(wallets, { minAgeMs: HOUR_MS, stopping }),
  },
  {
    name: 'give back withdrawals',
    everyMs: GIVE_BACK_EVERY_MS,
    runsIn: 'one process',
    run: () => finishGiveUps(wallets),
  },
  {
    name: 'make transfers between users',
    everyMs: TRANSFER_EVERY_MS,
    runsIn: 'one process',
    run: () => makeTransfers(wallets),
  },
  {
    name: 'book deliveries of gold',
    everyMs: DELIVERY_EVERY_MS,
    runsIn: 'one process',
    run: () => finishDeliveries(wallets),
  },
  {
    name: 'announce withdrawals',
    everyMs: ANNOUNCE_EVERY_MS,
    runsIn: 'one process',
    run: () => announceWithdrawals(wallets),
  },
  {
    name: 'count balances by day',
    everyMs: COUNT_EVERY_MS,
    runsIn: 'one process',
    run: (stopping) => countBalanceDays(database, { stopping }),
  },
]
