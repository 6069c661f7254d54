import type { CustodyResult } from '#contract/custody.ts'
import type { CustodyClient } from '../../providers/custody/custody.ts'
import type { Screening } from '../../providers/screening/screening.ts'
import type { WalletServices } from '../wallets.ts'

/** The dependencies of whatever comes and goes over chains. */
export interface ChainServices
  extends Pick<WalletServices, 'database' | 'exchange' | 'catalogue' | 'transfers' | 'now' | 'log'> {
  readonly custody: Pick<CustodyClient, 'ask'>
  readonly screening: Screening
}

/** The dependencies of what is booked when a chain says that it is final. */
export interface BookingServices extends Pick<ChainServices, 'database' | 'catalogue' | 'now'> {
  readonly exchange: Pick<WalletServices['exchange'], 'submit'>
}

/** A network as custody describes it. */
export type NetworkStatus = CustodyResult<'status'>['networks'][number]
