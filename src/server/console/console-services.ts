import type { Accounts } from '../accounts/accounts.ts'
import type { OperatorSessions } from '../accounts/operators/operator-sessions.ts'
import type { ContentBoard } from '../content/content-board.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Valuation } from '../market-data/value-in-toman.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { PriceAges } from '../operations/health.ts'
import type { MarketStates } from '../operations/market-states.ts'
import type { Catalogue } from '../store/catalogue.ts'

/** What the operators' console works with; put together in main. */
export interface ConsoleServices {
  readonly accounts: Accounts
  readonly operatorSessions: OperatorSessions
  readonly exchange: Pick<Exchange, 'submit' | 'findOutcome'>
  readonly catalogue: Catalogue
  readonly content: Pick<ContentBoard, 'placeholders' | 'reload' | 'reloadPlaceholders'>
  readonly states: Pick<MarketStates, 'stateAt' | 'reload'>
  readonly gauges: Gauges
  readonly prices: PriceAges
  readonly valuation: Valuation
  /** The account of the exchange's own market maker. */
  readonly marketMakerId: number
}
