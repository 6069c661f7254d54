import type { Coin } from '#domain/coin.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Amount } from '#domain/units.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { CardGateway } from '../providers/payments/payments.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'

/** The dependencies of the wallet functions, put together in main. */
export interface WalletServices {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly cardGateway: CardGateway
  /** The present value of this much of a coin in Toman; `undefined` if there is no price. */
  readonly inToman: (coin: Coin, quantity: Amount) => Amount | undefined
  readonly payerOf: (userId: number) => Promise<Payer>
  /** The product's address from outside, without a trailing slash. */
  readonly publicUrl: string
  /** Whether the address is a guess, so that every name of this machine itself is ours too. */
  readonly loopbackIsOurs: boolean
  readonly now: () => Date
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** The payer of a deposit and the cards that the payer may use. */
export interface Payer {
  readonly mobileNumber: MobileNumber
  /** Sixteen digits each. */
  readonly cards: readonly string[]
}
