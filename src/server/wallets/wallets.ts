import type { Coin } from '#domain/coin.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Amount } from '#domain/units.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { CardGateway } from '../providers/payments/payments.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'

/** What the wallet verbs work with; put together in main. */
export interface WalletServices {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly cardGateway: CardGateway
  /** What this much of a coin is worth in Toman at present; `undefined` where there is no price. */
  readonly inToman: (coin: Coin, quantity: Amount) => Amount | undefined
  readonly payerOf: (userId: number) => Promise<Payer>
  readonly depositLimits: { readonly min: Amount; readonly max: Amount }
  /** Where the product is reached from outside, without a slash at the end. */
  readonly publicUrl: string
  /** Whether that is a guess, so that a name of this machine itself is as good. */
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
