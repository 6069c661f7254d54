import type { Accounts } from '../accounts/accounts.ts'
import type { Route } from '../http/route.ts'
import type { MarketData } from '../market-data/open-market-data.ts'
import { quoteInToman } from '../market-data/price-board.ts'
import type { MarketStates } from '../operations/market-states.ts'
import { readWithdrawer } from '../store/accounts/protection.ts'
import { KeptPrices } from '../trading/kept-prices.ts'
import { feedPriceOf } from '../trading/place-order.ts'
import { buyDue } from '../trading/recurring-buys/buy-due.ts'
import { recurringBuyRoutes } from '../trading/recurring-buys/routes.ts'
import { outcomeRoutes, tradingRoutes } from '../trading/routes.ts'
import type { Trading } from '../trading/trading.ts'
import { findBegunDeposit } from '../wallets/deposit-toman.ts'
import { ownWithdrawal } from '../wallets/own-withdrawals.ts'
import type { Chains } from './chains.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { withdrawalCodesOf } from './withdrawal-codes.ts'

/** The longest delay of a recurring buy that is due. */
const RECURRING_BUYS_EVERY_MS = 5_000

/** Orders, quick trade and recurring buys. */
export function openTrading(
  { config, database, exchange, catalogue, logger }: Core,
  {
    marketData: { priceBoard, valuation },
    states,
    chains: { transfers, readCoinDestination },
    accounts,
  }: { marketData: MarketData; states: MarketStates; chains: Chains; accounts: Accounts },
): {
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  readonly quoteInToman: Trading['quoteInToman']
} {
  const trading: Trading = {
    ...{ database, exchange, catalogue },
    quotes: priceBoard,
    keptPrices: new KeptPrices(Date.now),
    marketStateAt: states.stateAt,
    ...{ quoteInToman: quoteInToman(priceBoard, catalogue), referencePrice: feedPriceOf(priceBoard) },
    inToman: valuation.inToman,
    leaving: {
      readWithdrawer: (userId, destination) => readWithdrawer(database, { userId, destination, at: Date.now() }),
      readCoinDestination,
      takeProof: withdrawalCodesOf(accounts, config.publicUrl).take,
    },
    now: Date.now,
  }
  const recurring = { database, trading, log: logger }
  return {
    routes: [
      ...tradingRoutes(trading),
      ...recurringBuyRoutes(recurring),
      ...outcomeRoutes({
        ...{ database, exchange, catalogue },
        findDeposit: findBegunDeposit(database),
        findWithdrawal: ownWithdrawal({ database, catalogue, transfers }),
      }),
    ],
    jobs: [
      {
        name: 'make recurring buys',
        everyMs: RECURRING_BUYS_EVERY_MS,
        runsIn: 'one process',
        run: (stopping) => buyDue(recurring, stopping),
      },
    ],
    quoteInToman: trading.quoteInToman,
  }
}
