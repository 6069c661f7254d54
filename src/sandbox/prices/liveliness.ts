import type { DollarCoin } from '#server/providers/prices/prices.ts'

/** The traded volume of each coin, in percent of the busiest. */
const PERCENT = {
  BITCOIN: 100n,
  TETHER: 100n,
  GOLD: 80n,
  ETHEREUM: 60n,
  TRON: 30n,
  DOGE_COIN: 30n,
  RIPPLE: 30n,
  BINANCE_COIN_BSC: 25n,
} as const satisfies Partial<Record<DollarCoin | 'GOLD', bigint>>
const USUAL_PERCENT = 12n
/** Most people here trade for Toman. */
const FOR_TETHER_PERCENT = 40n

const percentOf = (base: string): bigint =>
  Object.entries(PERCENT).find(([symbol]) => symbol === base)?.[1] ?? USUAL_PERCENT

/** The liveliness of a sandbox's market, in parts per ten thousand of the liveliest. */
export const livelinessOf = ({ base, quote }: { base: string; quote: string }): bigint =>
  percentOf(base) * (quote === 'TOMAN' ? 100n : FOR_TETHER_PERCENT)
