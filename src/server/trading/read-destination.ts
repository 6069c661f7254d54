import { type Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import type { Coin, TokenNetwork } from '#domain/coin.ts'
import { FEE_QUICK_TRADE, feeOn } from '#domain/fee.ts'
import { type Transfers, transferOver } from '#domain/transfers.ts'
import { type Amount, amount } from '#domain/units.ts'
import { isWalletAddress } from './wallet-address.ts'

export interface DestinationRequest {
  readonly destinationWallet?: string | undefined
  readonly tokenType?: string | undefined
}

export interface ChosenDestination {
  readonly tokenType: string
  readonly address: string
  readonly networkFee: Amount
  /** Whether coins can be sent that way now. */
  readonly isServed: boolean
}

/**
 * The destination of the bought coins; `undefined` if they stay here. Refuses, in this order: ADDRESS_REQUIRED, NETWORK_REQUIRED,
 * NETWORK_NOT_SUPPORTED, ADDRESS_INVALID, and, by the network's bounds for the amount after our wage, AMOUNT_IS_LOW and AMOUNT_IS_HIGH.
 */
export function readDestination(
  { destinationWallet, tokenType }: DestinationRequest,
  { coin, bought, transfers }: { coin: Coin; bought: Amount; transfers: Transfers },
): ChosenDestination | Rejected | undefined {
  if (destinationWallet === undefined && tokenType === undefined) return undefined
  if (destinationWallet === undefined) return rejected('ADDRESS_REQUIRED', { field: 'destinationWallet' })
  if (tokenType === undefined) return rejected('NETWORK_REQUIRED', { field: 'tokenType' })
  const network = coin.networks.find((known) => known.tokenType === tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!isWalletAddress(destinationWallet, tokenType)) return rejected('ADDRESS_INVALID', { field: 'destinationWallet' })
  const amountError = checkWithdrawnAmount(amount(bought - feeOn(bought, FEE_QUICK_TRADE)), network)
  if (amountError) return rejectAmount(amountError, { coin, ...boundsOf(network) })
  const isServed = transferOver(network, transfers).withdrawal
  return { tokenType, address: destinationWallet, networkFee: network.withdrawalFee, isServed }
}

function checkWithdrawnAmount(leaving: Amount, network: TokenNetwork): 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH' | undefined {
  const { min, max } = boundsOf(network)
  if (leaving < min) return 'AMOUNT_IS_LOW'
  return leaving > max ? 'AMOUNT_IS_HIGH' : undefined
}

/** Bounds of the amount after our wage: more than the network's own fee, and within the network's limits. */
function boundsOf({ minWithdraw, maxWithdraw, withdrawalFee }: TokenNetwork): { min: Amount; max: Amount } {
  const min = withdrawalFee < minWithdraw ? minWithdraw : amount(withdrawalFee + 1n)
  return { min, max: maxWithdraw }
}
