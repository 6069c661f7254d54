import type * as z from 'zod/mini'
import type { Deposit } from '#contract/deposits.ts'
import { Rejected, readDaySpan } from '#contract/rejected.ts'
import { words as wordsEn } from '#contract/words/en/own-lists.ts'
import { words as wordsFa } from '#contract/words/fa/own-lists.ts'
import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import type { PageOf } from '#domain/page.ts'
import { type DaySpan, timeInTehran } from '#domain/tehran-day.ts'
import type { Queryable } from '../store/database.ts'
import { firstDepositAt, idsBetween } from '../store/first-at.ts'
import type { Paged } from '../store/page.ts'
import {
  countDeposits,
  type DepositFilter,
  type DepositRow,
  type DepositStatus,
  readDeposits,
} from '../store/wallets/deposits.ts'

interface AskedDeposits extends DaySpan {
  readonly transactionStatus?: DepositStatus | undefined
}

/** The caller's own deposits, newest first. Refuses DAY_SPAN_INVALID. */
export async function listDeposits(
  database: Queryable,
  userId: number,
  asked: AskedDeposits & PageOf,
): Promise<(Omit<Paged<unknown>, 'rows'> & { content: z.input<typeof Deposit>[] }) | Rejected> {
  const filter = await filterOf(database, userId, asked)
  if (filter instanceof Rejected) return filter
  const { page, size, before } = asked
  const { rows, ...more } = await readDeposits(database, { ...filter, page, size, before })
  return { content: rows.map(depositOnWire), ...more }
}

/** Own deposits as the rows of a file. Refuses DAY_SPAN_INVALID. */
export async function depositsForFile(
  database: Queryable,
  { userId, asked, language }: { userId: number; asked: AskedDeposits; language: Language },
) {
  const filter = await filterOf(database, userId, asked)
  if (filter instanceof Rejected) return filter
  return {
    name: 'deposits',
    headers: HEADERS[language],
    count: (countMax: number) => countDeposits(database, filter, countMax),
    read: (page: PageOf) => readDeposits(database, { ...filter, ...page }),
    cells: ({ id, createdAt, amount, status, cardMasked, refId }: DepositRow) => [
      ...[String(id), timeInTehran(createdAt, language), createdAt.toISOString()],
      ...[formatDecimal(amount, TOMAN_DECIMALS), WORDS[language].deposit[status], cardMasked, refId ?? ''],
    ],
  }
}

const WORDS = { fa: wordsFa, en: wordsEn }
const HEADERS = {
  fa: ['شماره', 'زمان تهران', 'زمان (UTC)', 'مبلغ (تومان)', 'وضعیت', 'کارت', 'شمارهٔ پیگیری'],
  en: ['Number', 'Time in Tehran', 'Time (UTC)', 'Amount (Toman)', 'Status', 'Card', 'Reference number'],
}

async function filterOf(
  database: Queryable,
  userId: number,
  { transactionStatus: status, ...days }: AskedDeposits,
): Promise<DepositFilter | Rejected> {
  const span = readDaySpan(days)
  if (span instanceof Rejected) return span
  return { userId, status, ids: await idsBetween(span, (at) => firstDepositAt(database, { userId, at })) }
}

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
