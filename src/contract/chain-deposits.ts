import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, replyWith } from './values.ts'

const TokenType = z.string().check(z.minLength(2), z.maxLength(20))

export const getWalletAddress = defineEndpoint({
  ...ownRead,
  access: 'authorized',
  path: '/wallets/customer/wallet-address',
  summary:
    "The caller's address for deposits of a coin over a network, always the same; it is checked against a second derivation before it is shown",
  query: z.strictObject({ tokenType: TokenType, relatedCoin: CoinSymbol }),
  response: replyWith({
    baseDTO: z.object({
      address: z.string(),
      /** A PNG of the address in base64. */
      qrCode: z.string(),
      /** The tag or memo without which a deposit is not credited; null for networks without one. */
      tag: z.nullable(z.string()),
      /** Less than this is not credited. */
      minAmount: DecimalText,
      /** Blocks until a deposit is credited. */
      confirmations: z.int(),
    }),
  }),
  errors: ['COIN_NOT_FOUND', 'NETWORK_NOT_SUPPORTED', 'DEPOSIT_DISABLED', 'WALLET_UNAVAILABLE'],
})

export const checkTransaction = defineEndpoint({
  ...ownRead,
  access: 'authorized',
  path: '/wallets/check-confirmed-transaction',
  summary: 'Looks for a deposit of the caller by the id of its transaction; `transactionIsDone`: it is credited',
  query: z.strictObject({
    relatedCoin: CoinSymbol,
    cryptoNetwork: TokenType,
    tokenType: TokenType,
    txid: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  response: replyWith({ baseDTO: z.object({ amount: DecimalText, transactionIsDone: z.boolean() }) }),
  errors: ['COIN_NOT_FOUND', 'NETWORK_NOT_SUPPORTED', 'INVALID_TXID', 'DEPOSIT_NOT_RECOGNIZED'],
})
