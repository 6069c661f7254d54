import { queryOptions } from '@tanstack/react-query'
import { decodeAmount } from '#client/lib/decode.ts'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Language } from '#client/lib/locale.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { billedDecimals, type CoinNaming } from '#domain/coin.ts'
import type { Amount } from '#domain/units.ts'

export interface CoinDetails extends CoinNaming {
  /** Decimals of a total in a list: fractions of a Toman are not worth showing. */
  readonly shownDecimals: number
  /** Decimals of a balance: also those below the finest amount, but no fraction of a Toman. */
  readonly balanceDecimals: number
  /** Decimals on a bill, such as those of a fee: all that the ledger has, but none of a Toman. */
  readonly billedDecimals: number
  /** Bounds of a quick trade. */
  readonly exchangeMin: Amount
  readonly exchangeMax: Amount
  /** Bounds of a Toman deposit; only TOMAN has them. */
  readonly depositMin: Amount | undefined
  readonly depositMax: Amount | undefined
}

export type Coins = ReadonlyMap<string, CoinDetails>

/** A balance with 18 decimals would not fit on a phone's screen. */
const BALANCE_DECIMALS_MAX = 8

/**
 * Every coin by its symbol, in the order the exchange lists them. A page opened a minute after a coin was added knows the coin.
 */
export const coinsQuery = () =>
  queryOptions({ ...endpointQuery(getCoinDetails, {}), staleTime: MINUTE_MS, select: decodeCoins })

export const nameOfCoin = (coin: CoinDetails, language: Language) =>
  language === 'fa' ? coin.persianName : coin.englishName

function decodeCoins({ content }: Reply<typeof getCoinDetails>): Coins {
  return new Map(content.map((wire) => [wire.name, decodeCoin(wire)]))
}

function decodeCoin(wire: Reply<typeof getCoinDetails>['content'][number]): CoinDetails {
  const optional = (text: string | undefined) => (text === undefined ? undefined : decodeAmount(text, wire))
  return {
    symbol: wire.name,
    code: wire.code,
    persianName: wire.persianName,
    englishName: wire.englishName,
    decimals: wire.decimals,
    precision: wire.precision,
    shownDecimals: wire.name === 'TOMAN' ? 0 : wire.precision,
    balanceDecimals: wire.name === 'TOMAN' ? 0 : Math.min(wire.decimals, BALANCE_DECIMALS_MAX),
    billedDecimals: billedDecimals({ symbol: wire.name, decimals: wire.decimals }),
    exchangeMin: decodeAmount(wire.minAmountExchange, wire),
    exchangeMax: decodeAmount(wire.maxAmountExchange, wire),
    depositMin: optional(wire.minDepositAmount),
    depositMax: optional(wire.maxDepositAmount),
  }
}
