import { GOLD, TETHER, TOMAN } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, PRICE_DECIMALS, ppm, price, ZERO } from '#domain/units.ts'
import { COINGECKO_IDS, DOLLAR_COINS } from '../providers/prices/prices.ts'
import type { Database } from '../store/database.ts'
import {
  type BankSeed,
  type CoinSeed,
  type MarketSeed,
  type NetworkSeed,
  writeCatalogue,
} from '../store/seed/write-catalogue.ts'
import { COINS, type CoinFigures, TOMAN_BANK_LIMITS } from './seeds/coins.ts'

/** The greatest distance from the best price that a market order may reach: 5 %. */
const PROTECTION_BAND = ppm(50_000n)

/** How much worse than the market a limit price may be before it asks for a second confirmation: 5 %. */
const FORCE_WARNING = ppm(50_000n)

/**
 * The bounds of a limit price: from a fifth of the reference price to five times it. Customers may place orders for a crash or a rise,
 * while a mistyped digit or a sale for next to nothing is refused.
 */
const LIMIT_PRICES = { limitPriceMin: ppm(200_000n), limitPriceMax: ppm(5_000_000n) }

/** The least value of an order, in whole quote coins: some half a dollar. */
const MIN_TOTAL = { TOMAN: '50000', TETHER: '0.5' } as const

/** Open orders of one user in one market. */
const OPEN_ORDERS_MAX = 200

/** Quick trade sells at most the capital lent to it, and buys at most as much again. */
const INVENTORY_FACTOR = 2n

/** Writes the coins and markets of a first start. Idempotent: existing rows stay as they are. */
export function seedCatalogue(database: Database): Promise<void> {
  return writeCatalogue(database, {
    coins: COINS.map(coinSeed),
    networks: COINS.flatMap(networkSeeds),
    markets: ([TOMAN, TETHER] as const).flatMap(marketSeeds),
    bankLimits: COINS.filter(({ symbol }) => symbol === TOMAN).map(bankLimitSeed),
  })
}

function coinSeed(coin: CoinFigures): CoinSeed {
  const { min, max } = coin.quickTrade
  const inventoryMax = amount(unitsOf(coin.capital.inventory, coin) * INVENTORY_FACTOR)
  return {
    ...coin,
    priceSource: sourceOfKnown(coin.symbol),
    quickTrade: { min: unitsOf(min, coin), max: unitsOf(max, coin), inventoryMin: ZERO, inventoryMax },
  }
}

const sourceOfKnown = (symbol: string): string | undefined => {
  const known = DOLLAR_COINS.find((each) => each === symbol)
  return known && COINGECKO_IDS[known]
}

function networkSeeds(coin: CoinFigures): NetworkSeed[] {
  return coin.networks.map(({ tokenType, fee, min, max, txIdNeeded = false }) => ({
    coinId: coin.id,
    tokenType,
    withdrawalFee: unitsOf(fee, coin),
    minWithdraw: unitsOf(min, coin),
    maxWithdraw: unitsOf(max, coin),
    txIdNeeded,
  }))
}

/** Tether markets have ids from 101, so that new coins have room in both ranges. */
function marketSeeds(quoteSymbol: typeof TOMAN | typeof TETHER): MarketSeed[] {
  const quote = COINS.find(({ symbol }) => symbol === quoteSymbol)
  if (!quote) throw new Error(`the seeds know no ${quoteSymbol}`)
  return COINS.flatMap((base) => {
    const tick = base.tick[quoteSymbol]
    if (tick === undefined) return []
    return {
      id: base.id + (quoteSymbol === TOMAN ? 0 : 100),
      symbol: `${base.symbol}_${quoteSymbol}`,
      baseCoinId: base.id,
      quoteCoinId: quote.id,
      tick: price(read(tick, PRICE_DECIMALS)),
      minAmount: unitsOf(base.order.min, base),
      maxAmount: unitsOf(base.order.max, base),
      minTotal: unitsOf(MIN_TOTAL[quoteSymbol], quote),
      openOrdersMax: OPEN_ORDERS_MAX,
      protectionBand: PROTECTION_BAND,
      forceWarning: FORCE_WARNING,
      ...LIMIT_PRICES,
      hours: base.symbol === GOLD ? 'working' : 'always',
    }
  })
}

function bankLimitSeed(coin: CoinFigures): BankSeed {
  const { minDeposit, maxDeposit, minWithdraw, maxWithdraw } = TOMAN_BANK_LIMITS
  return {
    coinId: coin.id,
    minDeposit: unitsOf(minDeposit, coin),
    maxDeposit: unitsOf(maxDeposit, coin),
    minWithdraw: unitsOf(minWithdraw, coin),
    maxWithdraw: unitsOf(maxWithdraw, coin),
  }
}

const unitsOf = (text: string, coin: CoinFigures): Amount => amount(read(text, coin.decimals))

function read(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new Error(`the seeds hold ${text}, which has more than ${decimals} decimals`)
  return value
}
