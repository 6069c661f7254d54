import * as contract from '#contract/deliveries.ts'
import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import { GOLD } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import type { Language } from '#domain/market-state.ts'
import { type Route, route } from '../../http/route.ts'
import { findWithdrawal } from '../../store/wallets/withdrawals.ts'
import { giveBack } from '../give-back.ts'
import { beginPasskeyWithdrawal, sendWithdrawalCode, withdraw } from '../withdraw.ts'
import { type DeliveryServices, deliveryTerms, findOwnDelivery, listOwnDeliveries } from './own-deliveries.ts'
import type { AskedDelivery } from './read-delivery.ts'

/** Gold that users have handed over to them as metal. */
export function deliveryRoutes(wallets: DeliveryServices): Route[] {
  const { database } = wallets
  const own = async (
    id: number,
    { caller: { userId }, language }: { caller: { userId: number }; language: Language },
  ) => {
    const delivery = await findOwnDelivery(wallets, { id, userId, language })
    return delivery ? { baseDTO: delivery } : rejected('DELIVERY_NOT_FOUND')
  }
  return [
    route(contract.getDeliveryTerms, async ({ caller: { userId }, language }) => ({
      baseDTO: await deliveryTerms(wallets, { userId, language }),
    })),
    route(contract.sendDeliveryCode, async (call) => {
      const sent = await sendWithdrawalCode(wallets, leavingOf(call.body), call)
      if (sent instanceof Rejected) return sent
      const { channel, maskedContact = null, expiresInSeconds = null } = sent
      return {
        baseDTO: { twoStepAuthenticationType: channel, starTwoStepAuthentication: maskedContact, expiresInSeconds },
      }
    }),
    route(contract.beginPasskeyDelivery, async (call) => {
      const question = await beginPasskeyWithdrawal(wallets, leavingOf(call.body), call)
      return question instanceof Rejected ? question : { baseDTO: question }
    }),
    route(contract.requestDelivery, async (call) => {
      const { code, passkey, ...asked } = call.body
      const raised = await withdraw(wallets, { ...leavingOf(asked), code, passkey, key: call.idempotencyKey }, call)
      return raised instanceof Rejected ? raised : own(raised.id, call)
    }),
    route(
      contract.getDeliveries,
      async ({ caller: { userId }, query, language }) =>
        rejectPage(query) ?? listOwnDeliveries(wallets, { ...query, userId, language }),
    ),
    route(contract.cancelDelivery, async (call) => {
      const id = readId(call.params.id)
      const row = await findWithdrawal(database, { id, userId: call.caller.userId })
      if (row?.tokenType !== GOLD_DELIVERY) return rejected('DELIVERY_NOT_FOUND')
      const cancelled = await giveBack(wallets, row, { as: 'CANCELLED', from: ['RAISED_BY_USER'] })
      return cancelled ? own(id, call) : rejected('DELIVERY_NOT_CANCELLABLE')
    }),
  ]
}

/** A delivery passes the same gate as every withdrawal. */
const leavingOf = ({ weight, fee, place }: AskedDelivery) => ({
  amount: weight,
  relatedCoin: GOLD,
  destinationWalletAddress: '',
  delivery: { weight, fee, place },
})
