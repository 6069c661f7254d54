import type * as z from 'zod/mini'
import type { Deposit } from '#contract/wallets.ts'
import { TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { TOMAN_DECIMALS } from '#domain/rial.ts'
import type { DepositRow } from '../store/wallets/deposits.ts'

export function depositOnWire(row: DepositRow): z.input<typeof Deposit> {
  return {
    id: String(row.id),
    amount: formatDecimal(row.amount, TOMAN_DECIMALS),
    relatedCoin: TOMAN,
    bankAccount: row.cardMasked,
    transactionStatus: row.status,
    isDone: row.status === 'CONFIRMED',
    link: row.refId ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  }
}
