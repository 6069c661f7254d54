import type { TokenNetwork } from './coin.ts'

/** The directions that a way in or out of the exchange supports. */
export interface Transfer {
  readonly deposit: boolean
  readonly withdrawal: boolean
}

export interface NetworkTransfer extends Transfer {
  /** The symbols of the coins that it carries; left out, all of its coins. */
  readonly coins?: ReadonlySet<string>
  /** The address of a transaction in a public explorer without its id; left out, its chain has none. */
  readonly explorer?: string
}

export interface Transfers {
  /** Toman, by card or bank. */
  readonly bank: Transfer
  /** By token type; a network that is missing is not served. */
  readonly networks: ReadonlyMap<string, NetworkTransfer>
}

/**
 * The ways that the product supports without custody: Toman by card and by bank. A way that starts to work is enabled here, and a network
 * where custody says that it serves it, and nowhere else: displays, refusals and the releases at start depend on it.
 */
export const TRANSFERS: Transfers = {
  bank: { deposit: true, withdrawal: true },
  networks: new Map(),
}

/** Whether anything can leave the exchange at all. */
export const hasWithdrawals = ({ bank, networks }: Transfers): boolean =>
  bank.withdrawal || [...networks.values()].some(({ withdrawal }) => withdrawal)

/** The directions available over one network of a coin: served by the product and not switched off by the operator. */
export function transferOver(network: TokenNetwork, symbol: string, { networks }: Transfers): Transfer {
  const way = networks.get(network.tokenType)
  const served = way?.coins?.has(symbol) === false ? undefined : way
  return {
    deposit: served?.deposit === true && network.depositEnabled,
    withdrawal: served?.withdrawal === true && network.withdrawEnabled,
  }
}
