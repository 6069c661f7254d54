import type { Balance } from '#domain/ledger.ts'
import { type Amount, ZERO } from '#domain/units.ts'

/** A balance in the engine's memory. Only `post` changes it. */
export interface Wallet extends Balance {
  available: Amount
  blocked: Amount
}

/** Keyed by owner and coin. */
export type Wallets = Map<string, Wallet>

type Whose = Pick<Balance, 'ownerId' | 'coinId'>

const keyOf = ({ ownerId, coinId }: Whose) => `${ownerId}/${coinId}`

const NOTHING = { available: ZERO, blocked: ZERO }

/** Reads a balance without opening a wallet, since a refused command must not leave one. */
export const balanceOf = (
  { wallets }: { readonly wallets: Wallets },
  whose: Whose,
): Pick<Balance, 'available' | 'blocked'> => wallets.get(keyOf(whose)) ?? NOTHING

/** Opens the wallet if it does not exist. */
export function walletOf({ wallets }: { readonly wallets: Wallets }, { ownerId, coinId }: Whose): Wallet {
  const key = keyOf({ ownerId, coinId })
  const known = wallets.get(key)
  if (known) return known
  const wallet: Wallet = { ownerId, coinId, available: ZERO, blocked: ZERO }
  wallets.set(key, wallet)
  return wallet
}
