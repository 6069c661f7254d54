import type { getDepositOptions } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { leftOfDay } from '#domain/card-deposit.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { depositUseNow } from './deposit-limits.ts'
import { gatewayName } from './own-deposits.ts'
import type { WalletServices } from './wallets.ts'

/** How a user can pay Toman in now, and how much. */
export async function readDepositOptions(
  { database, cardGateways, openDepositsMax, now }: WalletServices,
  { userId, language }: { userId: number; language: Language },
): Promise<Reply<typeof getDepositOptions>['baseDTO']> {
  const use = await depositUseNow(database, { userId, at: now() })
  return {
    gateways: cardGateways
      .working()
      .map((paymentGateway) => ({ paymentGateway, name: gatewayName(paymentGateway, language) })),
    dayMax: formatDecimal(use.dayMax, TOMAN_DECIMALS),
    dayLeft: formatDecimal(leftOfDay(use), TOMAN_DECIMALS),
    openLeft: Math.max(0, openDepositsMax - use.openCount),
  }
}
