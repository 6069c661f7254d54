/**
 * The accounts in the ledger that belong to the exchange itself; users have positive ids.
 * Money enters only from the three sources, the only accounts that may go below zero: they mirror what the card gateway, the
 * chains and the credit line of the operator hold outside.
 */
export const SYSTEM_ACCOUNT = {
  fees: -1,
  otcInventory: -3,
  gatewayClearing: -4,
  chainCustody: -5,
  creditLine: -6,
} as const

export type Source = 'gatewayClearing' | 'chainCustody' | 'creditLine'

export const mayGoNegative = (ownerId: number) => ownerId <= SYSTEM_ACCOUNT.gatewayClearing
