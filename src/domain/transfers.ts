import type { TokenNetwork } from './coin.ts'

/** What one way in or out of the exchange supports. */
export interface Transfer {
  readonly deposit: boolean
  readonly withdrawal: boolean
}

export interface Transfers {
  /** Toman, by card or bank. */
  readonly bank: Transfer
  /** By token type; nothing serves one that is missing. */
  readonly networks: ReadonlyMap<string, Transfer>
}

/**
 * What the product supports now: Toman deposits by card, and no withdrawals. A way that starts to work is opened here and nowhere
 * else: what is shown, what is refused and what is given back at start follow.
 */
export const TRANSFERS: Transfers = {
  bank: { deposit: true, withdrawal: false },
  networks: new Map(),
}

/** Whether anything can leave the exchange at all. */
export const hasWithdrawals = ({ bank, networks }: Transfers): boolean =>
  bank.withdrawal || [...networks.values()].some(({ withdrawal }) => withdrawal)

/** What can be done over one network of a coin: what the product serves and the operator has not switched off. */
export function transferOver(network: TokenNetwork, { networks }: Transfers): Transfer {
  const served = networks.get(network.tokenType)
  return {
    deposit: served?.deposit === true && network.depositEnabled,
    withdrawal: served?.withdrawal === true && network.withdrawEnabled,
  }
}
