import type { Coin, TokenNetwork } from '#domain/coin.ts'
import { amount, ZERO } from '#domain/units.ts'

type Fine = Pick<Coin, 'id' | 'symbol' | 'decimals' | 'precision'>

/** A network that operators have stopped. */
export const STOPPED_NETWORK: TokenNetwork = {
  ...{ tokenType: 'STOPPED', withdrawalFee: ZERO, minWithdraw: ZERO, maxWithdraw: amount(10n ** 37n) },
  ...{ withdrawEnabled: false, depositEnabled: true, txIdNeeded: false },
}

/** A coin with the scales of the seeds, or with awkward ones. Quick trade is from 10⁻³ of one to a thousand for each coin. */
export function aCoin({ id, symbol, decimals, precision }: Fine): Coin {
  const one = 10n ** BigInt(decimals)
  return {
    id,
    symbol,
    code: symbol,
    persianName: symbol,
    englishName: symbol,
    decimals,
    precision,
    quickTrade: {
      min: amount(one / 1_000n || 1n),
      max: amount(one * 1_000n),
      inventoryMin: ZERO,
      inventoryMax: amount(10n ** 37n),
    },
    networks: [STOPPED_NETWORK],
  }
}

export const TOMAN = aCoin({ id: 1, symbol: 'TOMAN', decimals: 6, precision: 0 })
export const TETHER = aCoin({ id: 2, symbol: 'TETHER', decimals: 6, precision: 2 })
export const GOLD = aCoin({ id: 3, symbol: 'GOLD', decimals: 6, precision: 3 })
export const ETHEREUM = aCoin({ id: 5, symbol: 'ETHEREUM', decimals: 18, precision: 4 })
/** Has whole units only. */
export const CAMEL = aCoin({ id: 8, symbol: 'CAMEL', decimals: 0, precision: 0 })
/** Finer than prices: the scales of its markets are reversed. */
export const DUST = aCoin({ id: 9, symbol: 'DUST', decimals: 12, precision: 12 })

export const COINS: readonly Coin[] = [TOMAN, TETHER, GOLD, ETHEREUM, CAMEL, DUST]
