import type { Balance } from '#domain/ledger.ts'
import { type Amount, ZERO } from '#domain/units.ts'

/** A balance in the engine's memory. Only `post` changes it. */
export interface Wallet extends Balance {
  available: Amount
  blocked: Amount
}

/** By owner and coin. */
export type Wallets = Map<string, Wallet>

/** Opened where there is none. */
export function walletOf(
  { wallets }: { readonly wallets: Wallets },
  { ownerId, coinId }: Pick<Balance, 'ownerId' | 'coinId'>,
): Wallet {
  const key = `${ownerId}/${coinId}`
  const known = wallets.get(key)
  if (known) return known
  const wallet: Wallet = { ownerId, coinId, available: ZERO, blocked: ZERO }
  wallets.set(key, wallet)
  return wallet
}
