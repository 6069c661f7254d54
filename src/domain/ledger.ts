/**
 * The owners in the ledger that are not people; people have positive ids.
 * Money enters the exchange only from the three sources, which are the only accounts that may go below zero: they
 * mirror what a gateway, a chain or the owners of the house hold for us outside.
 */
export const SYSTEM_OWNER = {
  fees: -1,
  otcInventory: -3,
  gatewayClearing: -4,
  chainCustody: -5,
  creditLine: -6,
} as const

export type SystemOwner = keyof typeof SYSTEM_OWNER
export type Source = 'gatewayClearing' | 'chainCustody' | 'creditLine'

export const mayGoNegative = (ownerId: number) => ownerId <= SYSTEM_OWNER.gatewayClearing
