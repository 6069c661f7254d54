import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import type { Transaction } from '../store/database.ts'
import type { DepositRow } from '../store/wallets/deposits.ts'

/** Notifies the owner of a deposit. A later notice of the same deposit replaces an earlier one that was not sent yet. */
export const depositNotice = (
  tx: Transaction,
  { id, userId, amount }: DepositRow,
  { kind, of, at }: { kind: NoticeKind; of: string; at: Date },
): Promise<void> =>
  queueNotice(tx, {
    ...{ userId, kind, at },
    params: { depositId: String(id), coin: TOMAN, amount: formatDecimal(amount, TOMAN_DECIMALS) },
    topic: `deposit:${id}`,
    eventKey: `deposit:${id}:${of}`,
  })
