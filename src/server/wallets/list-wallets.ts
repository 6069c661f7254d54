import type * as z from 'zod/mini'
import type { WalletEntry } from '#contract/wallets.ts'
import { type Coin, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { amount, ZERO } from '#domain/units.ts'
import { type OwnBalance, readBalances } from '../store/wallets/balances.ts'
import type { WalletServices } from './wallets.ts'

type WalletOnWire = z.input<typeof WalletEntry>

/** The user's balance of every coin, zero where there is none. */
export async function listWallets(
  wallets: WalletServices,
  { userId, coin: asked }: { userId: number; coin: string | undefined },
): Promise<WalletOnWire[]> {
  const balances = new Map((await readBalances(wallets.database, userId)).map((row) => [row.coinId, row]))
  return wallets.catalogue.coins
    .filter((coin) => asked === undefined || coin.symbol === asked)
    .map((coin) => walletOnWire(wallets, coin, balances.get(coin.id)))
}

function walletOnWire({ inToman }: WalletServices, coin: Coin, balance: OwnBalance | undefined): WalletOnWire {
  const available = balance?.available ?? ZERO
  const blocked = balance?.blocked ?? ZERO
  const total = amount(available + blocked)
  const worth = inToman(coin, total)
  return {
    coin: coin.symbol,
    credit: formatDecimal(available, coin.decimals),
    blockedCredit: formatDecimal(blocked, coin.decimals),
    totalBalance: formatDecimal(total, coin.decimals),
    wholePriceOfCredit: worth === undefined ? null : formatDecimal(worth, TOMAN_DECIMALS),
  }
}
