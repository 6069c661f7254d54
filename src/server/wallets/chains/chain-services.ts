import type { CustodyResult } from '#contract/custody.ts'
import type { CustodyClient } from '../../providers/custody/custody.ts'
import type { WalletServices } from '../wallets.ts'

/** The dependencies of whatever comes and goes over chains. */
export interface ChainServices
  extends Pick<WalletServices, 'database' | 'exchange' | 'catalogue' | 'transfers' | 'now' | 'log'> {
  readonly custody: Pick<CustodyClient, 'ask'>
}

/** A network as custody describes it. */
export type NetworkStatus = CustodyResult<'status'>['networks'][number]
