import type * as z from 'zod/mini'
import type { CoinDetails } from '#contract/coins.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { Amount } from '#domain/units.ts'
import type { BankLimits } from '../store/market-data/read-bank-limits.ts'

/** One coin with its bounds. Those of an order on the book are its markets' own; a coin without markets shows its quick trade's. */
export function showCoin(
  coin: Coin,
  { markets, bankLimits }: { markets: readonly Market[]; bankLimits: BankLimits | undefined },
): z.input<typeof CoinDetails> {
  const text = (value: Amount) => formatDecimal(value, coin.decimals)
  const market = markets.find(({ base }) => base.id === coin.id)
  const cheapest = coin.networks.toSorted((a, b) => (a.withdrawalFee < b.withdrawalFee ? -1 : 1))[0]
  const networkFee = cheapest ? text(cheapest.withdrawalFee) : '0'
  return {
    name: coin.symbol,
    code: coin.code,
    persianName: coin.persianName,
    englishName: coin.englishName,
    decimals: coin.decimals,
    precision: coin.precision,
    minAmountExchange: text(coin.quickTrade.min),
    maxAmountExchange: text(coin.quickTrade.max),
    minAmount: text(market?.minAmount ?? coin.quickTrade.min),
    maxAmount: text(market?.maxAmount ?? coin.quickTrade.max),
    withdrawalFee: networkFee,
    transferFee: networkFee,
    ...(bankLimits && {
      minDepositAmount: text(bankLimits.minDeposit),
      maxDepositAmount: text(bankLimits.maxDeposit),
      minWithdrawAmount: text(bankLimits.minWithdraw),
      maxWithdrawAmount: text(bankLimits.maxWithdraw),
    }),
    tokenTypeDetails: coin.networks.map((network) => ({
      tokenType: network.tokenType,
      withdrawalFee: text(network.withdrawalFee),
      minWithdraw: text(network.minWithdraw),
      maxWithdraw: text(network.maxWithdraw),
      withdrawEnable: network.withdrawEnabled,
      isDepositEnable: network.depositEnabled,
      txIdIsNeeded: network.txIdNeeded,
    })),
  }
}

/** One coin by its names alone. */
export const showCoinNames = (coin: Coin, markets: readonly Market[]) => ({
  name: coin.symbol,
  code: coin.code,
  persianName: coin.persianName,
  englishName: coin.englishName,
  decimals: coin.decimals,
  precision: coin.precision,
  marketTypes: markets.filter(({ base }) => base.id === coin.id).map(({ symbol }) => symbol),
})

/** What can be done with a coin. Toman moves through the bank instead of a network. */
export function showSupport(
  coin: Coin,
  { markets, bankLimits }: { markets: readonly Market[]; bankLimits: BankLimits | undefined },
) {
  const isTradedFor = (unit: string) => markets.some(({ base, quote }) => base.id === coin.id && quote.symbol === unit)
  return {
    name: coin.symbol,
    code: coin.code,
    quickTradeUnits: QUICK_TRADE_UNITS.filter(isTradedFor),
    tokenTypes: coin.networks.map(({ tokenType }) => tokenType),
    depositEnable: bankLimits !== undefined || coin.networks.some(({ depositEnabled }) => depositEnabled),
    withdrawEnable: bankLimits !== undefined || coin.networks.some(({ withdrawEnabled }) => withdrawEnabled),
  }
}

const QUICK_TRADE_UNITS = ['TOMAN', 'TETHER'] as const
