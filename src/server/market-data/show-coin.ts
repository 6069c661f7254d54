import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as z from 'zod/mini'
import type { CoinDetails } from '#contract/coins.ts'
import type { Coin } from '#domain/coin.ts'
import { COIN_IMAGES } from '#domain/coin-images.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { type Transfers, transferOver } from '#domain/transfers.ts'
import type { Amount } from '#domain/units.ts'

/** The data of a coin that other rooms hold. */
interface CoinSurroundings {
  readonly markets: readonly Market[]
  readonly transfers: Transfers
}

/**
 * One coin with its bounds. The bounds of orders on the book are those of its markets; a coin without markets shows those of its quick
 * trade.
 */
export function showCoin(coin: Coin, surroundings: CoinSurroundings): z.input<typeof CoinDetails> {
  const { markets, transfers } = surroundings
  const text = (value: Amount) => formatDecimal(value, coin.decimals)
  const market = markets.find(({ base }) => base.id === coin.id)
  const cheapest = coin.networks.toSorted((a, b) => (a.withdrawalFee < b.withdrawalFee ? -1 : 1))[0]
  const networkFee = cheapest ? text(cheapest.withdrawalFee) : '0'
  return {
    name: coin.symbol,
    code: coin.code,
    persianName: coin.persianName,
    englishName: coin.englishName,
    image: imageAddressOf(coin.symbol),
    decimals: coin.decimals,
    precision: coin.precision,
    minAmountExchange: text(coin.quickTrade.min),
    maxAmountExchange: text(coin.quickTrade.max),
    minAmount: text(market?.minAmount ?? coin.quickTrade.min),
    maxAmount: text(market?.maxAmount ?? coin.quickTrade.max),
    withdrawalFee: networkFee,
    transferFee: networkFee,
    ...(coin.bank && {
      minDepositAmount: text(coin.bank.minDeposit),
      maxDepositAmount: text(coin.bank.maxDeposit),
      minWithdrawAmount: text(coin.bank.minWithdraw),
      maxWithdrawAmount: text(coin.bank.maxWithdraw),
    }),
    ...transfersOf(coin, surroundings),
    tokenTypeDetails: coin.networks.map((network) => ({
      tokenType: network.tokenType,
      withdrawalFee: text(network.withdrawalFee),
      minWithdraw: text(network.minWithdraw),
      maxWithdraw: text(network.maxWithdraw),
      withdrawEnable: transferOver(network, coin.symbol, transfers).withdrawal,
      isDepositEnable: transferOver(network, coin.symbol, transfers).deposit,
      txIdIsNeeded: network.txIdNeeded,
    })),
  }
}

/** The names of one coin. */
export const showCoinNames = (coin: Coin, markets: readonly Market[]) => ({
  name: coin.symbol,
  code: coin.code,
  persianName: coin.persianName,
  englishName: coin.englishName,
  decimals: coin.decimals,
  precision: coin.precision,
  marketTypes: markets.filter(({ base }) => base.id === coin.id).map(({ symbol }) => symbol),
})

/** The ways in which a coin can move. Toman moves through the bank instead of a network. */
export function showSupport(coin: Coin, surroundings: CoinSurroundings) {
  const { markets } = surroundings
  const isTradedFor = (unit: string) => markets.some(({ base, quote }) => base.id === coin.id && quote.symbol === unit)
  return {
    name: coin.symbol,
    code: coin.code,
    quickTradeUnits: QUICK_TRADE_UNITS.filter(isTradedFor),
    tokenTypes: coin.networks.map(({ tokenType }) => tokenType),
    ...transfersOf(coin, surroundings),
  }
}

/** Whether a coin can be deposited and withdrawn by any way now. */
function transfersOf(coin: Coin, { transfers }: CoinSurroundings) {
  const ways = coin.networks.map((network) => transferOver(network, coin.symbol, transfers))
  if (coin.bank) ways.push(transfers.bank)
  return {
    depositEnable: ways.some(({ deposit }) => deposit),
    withdrawEnable: ways.some(({ withdrawal }) => withdrawal),
  }
}

const QUICK_TRADE_UNITS = ['TOMAN', 'TETHER'] as const

export interface CoinImage {
  /** Identifies the picture: different bytes have a different hash. */
  readonly hash: string
  readonly bytes: Buffer
}

const OURS = new URL('../../domain/coin-images/', import.meta.url)
const HASH_LENGTH = 32

/** The pictures of coins by symbol, read once. */
const IMAGES: ReadonlyMap<string, CoinImage> = new Map(
  Object.entries(COIN_IMAGES).map(([symbol, { from, name }]) => {
    const bytes = readFileSync(from === 'ours' ? new URL(`${name}.svg`, OURS) : packaged(name))
    return [symbol, { hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH), bytes }]
  }),
)

const BY_HASH: ReadonlyMap<string, CoinImage> = new Map([...IMAGES.values()].map((image) => [image.hash, image]))

function packaged(name: string): string {
  return createRequire(import.meta.url).resolve(`cryptocurrency-icons/svg/color/${name}.svg`)
}

/** The hash of a coin's picture; `null` if it has none. */
export const imageHashOf = (symbol: string): string | null => IMAGES.get(symbol)?.hash ?? null

/** The address of a coin's picture on this site. */
export function imageAddressOf(symbol: string): string | null {
  const hash = imageHashOf(symbol)
  return hash === null ? null : `/api/coins/images/${hash}`
}

export const findCoinImage = (hash: string): CoinImage | undefined => BY_HASH.get(hash)
