import type { Transfers } from '#domain/transfers.ts'
import type { Price } from '#domain/units.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { OperatorSessions } from '../accounts/operators/operator-sessions.ts'
import type { ContentBoard } from '../content/content-board.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { PriceBoard, Valuation } from '../market-data/price-board.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { PriceAges } from '../operations/health.ts'
import type { MarketStates } from '../operations/market-states.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { ChainServices } from '../wallets/chains/chain-services.ts'
import type { PayoutServices } from '../wallets/payouts/payout-services.ts'

/** The dependencies of the operators' console; `main` assembles them. */
export interface ConsoleServices {
  readonly accounts: Accounts
  readonly operatorSessions: OperatorSessions
  readonly exchange: Pick<Exchange, 'submit' | 'findOutcome'>
  readonly catalogue: Catalogue
  readonly content: Pick<ContentBoard, 'placeholders' | 'reload' | 'reloadPlaceholders'>
  readonly states: Pick<MarketStates, 'hours' | 'stateAt' | 'reload'>
  readonly gauges: Gauges
  readonly payouts: PayoutServices
  /** Absent on a server that is not connected to custody. */
  readonly custody: Pick<ChainServices['custody'], 'ask'> | undefined
  readonly prices: PriceAges & Pick<PriceBoard, 'latest'>
  /** The source's present quote in dollars for an ID; none if the source does not know the ID. */
  readonly findDollarPrice: (
    id: string,
  ) => Promise<
    { readonly kind: 'asked'; readonly quote: { readonly price: Price } | undefined } | { readonly kind: 'unavailable' }
  >
  readonly valuation: Valuation
  /** When the last back-up of this server's data began; `undefined` if there was none. */
  readonly lastBackUp: () => Promise<Date | undefined>
  /** The ways in and out that work now. */
  readonly transfers: Transfers
  /** The account of the exchange's own market maker. */
  readonly marketMakerId: number
}
