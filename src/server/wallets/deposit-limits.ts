import type { getDepositOptions } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { type DepositUse, leftOfDay, PAYABLE_MS, refuseDeposit } from '#domain/card-deposit.ts'
import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal, powerOfTen } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { dayInTehran, midnightInTehran } from '#domain/tehran-day.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable } from '../store/database.ts'
import { readDepositUse } from '../store/wallets/deposit-use.ts'
import { gatewayName } from './own-deposits.ts'
import type { WalletServices } from './wallets.ts'

/** A user's payments that count against the limits now. One that the gateway has not named counts while it could be paid. */
export const depositUseNow = (database: Queryable, { userId, at }: { userId: number; at: Date }): Promise<DepositUse> =>
  readDepositUse(database, {
    userId,
    dayBegan: midnightInTehran(dayInTehran(at, 'en')),
    askedSince: new Date(at.getTime() - PAYABLE_MS),
    tomanUnit: powerOfTen(TOMAN_DECIMALS),
  })

/** Refuses TOO_MANY_OPEN_DEPOSITS, and DEPOSIT_DAY_LIMIT_REACHED with what is left of the day. */
export async function checkDepositLimits(
  database: Queryable,
  { openDepositsMax: openMax }: Pick<WalletServices, 'openDepositsMax'>,
  { amount: wanted, ...asked }: { userId: number; at: Date; amount: Amount },
): Promise<Rejected | undefined> {
  const use = await depositUseNow(database, asked)
  const code = refuseDeposit(use, { wanted, openMax })
  if (code === undefined) return undefined
  if (code === 'TOO_MANY_OPEN_DEPOSITS') return rejected(code, { details: { most: openMax } })
  const left = formatDecimal(leftOfDay(use), TOMAN_DECIMALS)
  return rejected(code, { field: 'amount', details: { left, coin: TOMAN } })
}

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
