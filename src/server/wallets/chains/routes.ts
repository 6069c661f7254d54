import * as contract from '#contract/chain-deposits.ts'
import { Rejected } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../../http/route.ts'
import type { ChainServices } from './chain-services.ts'
import { checkTransaction, depositAddress } from './deposit-address.ts'
import { leastOf } from './scan-deposits.ts'

/** Deposits of coins over chains. */
export function chainRoutes(services: ChainServices): Route[] {
  return [
    route(contract.getWalletAddress, async ({ caller: { userId }, query }) => {
      const own = await depositAddress(services, { ...query, userId })
      if (own instanceof Rejected) return own
      const { address, tag, qrCode, coin, network, confirmations } = own
      const minAmount = formatDecimal(leastOf(coin, network), coin.decimals)
      return { baseDTO: { address, qrCode, tag: tag ?? null, minAmount, confirmations } }
    }),
    route(contract.checkTransaction, async ({ caller: { userId }, query }) => {
      const { relatedCoin, tokenType, txid } = query
      const found = await checkTransaction(services, { userId, relatedCoin, tokenType, txid })
      return found instanceof Rejected ? found : { baseDTO: found }
    }),
  ]
}
