import * as z from 'zod/mini'
import { defineEndpoint, keptOwnRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, replyWith } from './values.ts'

export const WalletEntry = z.object({
  coin: CoinSymbol,
  /** The available balance. */
  credit: DecimalText,
  /** Held by open orders and pending withdrawals. */
  blockedCredit: DecimalText,
  totalBalance: DecimalText,
  /** The total at the present price, in Toman; null if there is no price. */
  wholePriceOfCredit: z.nullable(DecimalText),
})

export const getWallets = defineEndpoint({
  ...keptOwnRead,
  polled: true,
  keys: 'read',
  path: '/wallets/customer-addresses',
  summary: "The caller's balance of every coin; a market maker's are hidden: the map is empty",
  query: z.strictObject({
    coins: z.optional(CoinSymbol),
    /** Both names refer to the user's only wallet. */
    walletType: z.optional(z.enum(['EXCHANGE', 'P2P'])),
  }),
  /** By coin, in the exchange's order. */
  response: replyWith({ baseDTO: z.record(z.string(), WalletEntry) }),
})

export const getMarketBalances = defineEndpoint({
  ...keptOwnRead,
  polled: true,
  keys: 'read',
  path: '/wallets/customer-wallet-amount',
  summary: 'What the caller can spend of the two coins of a market; nothing is said to a market maker',
  query: z.strictObject({ sourceCoin: CoinSymbol, destinationCoin: CoinSymbol }),
  response: replyWith({ baseDTO: z.record(z.string(), DecimalText) }),
  errors: ['COIN_NOT_FOUND'],
})
