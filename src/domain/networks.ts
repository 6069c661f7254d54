/**
 * The networks whose addresses the exchange can check for typing errors; coins travel on no other. The place of a network in this list is
 * its number in the ledger: new ones are added at the end.
 */
export const KNOWN_NETWORKS = [
  'BTC',
  'LTC',
  'BCH',
  'DOGE',
  'DASH',
  'TRC20',
  'XRP',
  'ERC20',
  'BEP20',
  'POLYGON',
  'ETC',
  'CELO',
  'XLM',
  'EGLD',
] as const
export type KnownNetwork = (typeof KNOWN_NETWORKS)[number]
