import type { WalletEntry } from '#client/entities/wallet/wallets.queries.ts'

/** The height of the card with a line in it, in both languages and at all widths, and of one that says that there is none yet. */
const WITH_LINE = '37rem'
const EMPTY = '25.5rem'

/** The height that is kept for the card before it is loaded. Who has something has had a movement, so the line will be there. */
export const worthCardHeight = (wallets: readonly Pick<WalletEntry, 'totalBalance'>[]): string =>
  wallets.some(({ totalBalance }) => /[1-9]/.test(totalBalance)) ? WITH_LINE : EMPTY
