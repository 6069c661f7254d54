import type * as z from 'zod/mini'
import type { AnyDeposit, Deposit } from '#contract/deposits.ts'
import { Rejected, readDaySpan, rejected } from '#contract/rejected.ts'
import { words as wordsEn } from '#contract/words/en/own-lists.ts'
import { words as wordsFa } from '#contract/words/fa/own-lists.ts'
import { type DepositEnding, PAYABLE_MS } from '#domain/card-deposit.ts'
import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
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
  type PayBack,
  readDeposits,
} from '../store/wallets/deposits.ts'
import { countIncoming, type IncomingRow, readIncoming } from '../store/wallets/incoming-transfers.ts'
import { coinOf, explorerLink } from './own-withdrawals.ts'
import type { WalletServices } from './wallets.ts'

interface AskedDeposits extends DaySpan {
  readonly transactionStatus?: DepositStatus | undefined
  readonly ending?: DepositEnding | undefined
}

/** The caller's own deposits, newest first. Refuses DAY_SPAN_INVALID. */
export async function listDeposits(
  { database }: Pick<WalletServices, 'database'>,
  userId: number,
  asked: AskedDeposits & PageOf,
): Promise<(Omit<Paged<unknown>, 'rows'> & { content: z.input<typeof Deposit>[] }) | Rejected> {
  const filter = await filterOf(database, userId, asked)
  if (filter instanceof Rejected) return filter
  const { page, size, before } = asked
  const { rows, ...more } = await readDeposits(database, { ...filter, page, size, before })
  return { content: rows.map(depositOnWire), ...more }
}

/** The caller's own deposits over chains, newest first. Refuses COIN_NOT_FOUND; the days and the status of a payment by card narrow nothing here. */
export async function listCoinDeposits(
  { database, catalogue, transfers }: Pick<WalletServices, 'database' | 'catalogue' | 'transfers'>,
  userId: number,
  { relatedCoin, page, size, before }: { readonly relatedCoin?: string | undefined } & PageOf,
): Promise<(Omit<Paged<unknown>, 'rows'> & { content: z.input<typeof AnyDeposit>[] }) | Rejected> {
  const coin = relatedCoin === undefined ? undefined : catalogue.coinBySymbol.get(relatedCoin)
  if (relatedCoin !== undefined && !coin) return rejected('COIN_NOT_FOUND')
  const { rows, ...more } = await readIncoming(database, { userId, coinId: coin?.id, page, size, before })
  return { content: rows.map((row) => incomingOnWire(row, { catalogue, transfers })), ...more }
}

/** An unknown token has no name here but that of its contract. */
function incomingOnWire(
  row: IncomingRow,
  { catalogue, transfers }: Pick<WalletServices, 'catalogue' | 'transfers'>,
): z.input<typeof AnyDeposit> {
  const { state } = row
  const link = explorerLink(transfers, row.network, row.txid)
  const coin = row.coinId === undefined ? undefined : coinOf(catalogue, row.coinId)
  const isDone = state === 'CREDITED'
  return {
    id: String(row.id),
    amount: formatDecimal(row.amount, coin?.decimals ?? 0),
    relatedCoin: coin?.symbol ?? UNKNOWN_COIN,
    bankAccount: null,
    transactionStatus: statusOfIncoming(row),
    isDone,
    link: row.txid,
    paymentGateway: null,
    payBack: null,
    tokenType: row.network,
    ...(link !== undefined && { explorerLink: link }),
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmationsNeeded,
    ...(isOdd(state) && { notCredited: state === 'KEPT' ? 'HELD' : state }),
    createdAtDateTime: row.seenAt.toISOString(),
  }
}

/** A payment of nobody is no user's own. */
const isOdd = (state: IncomingRow['state']) => state !== 'CREDITED' && state !== 'PENDING' && state !== 'UNOWNED'

const UNKNOWN_COIN = 'UNKNOWN'

/** Own deposits of coins as the rows of a file. Refuses COIN_NOT_FOUND; the days and the status narrow nothing here, as in the list. */
export function coinDepositsForFile(
  { database, catalogue }: Pick<WalletServices, 'database' | 'catalogue'>,
  { userId, relatedCoin, language }: { userId: number; relatedCoin: string | undefined; language: Language },
) {
  const coin = relatedCoin === undefined ? undefined : catalogue.coinBySymbol.get(relatedCoin)
  if (relatedCoin !== undefined && !coin) return rejected('COIN_NOT_FOUND')
  const whose = { userId, coinId: coin?.id }
  return {
    name: 'coin-deposits',
    headers: COIN_HEADERS[language],
    count: (countMax: number) => countIncoming(database, whose, countMax),
    read: (page: PageOf) => readIncoming(database, { ...whose, ...page }),
    cells: (row: IncomingRow) => {
      const of = row.coinId === undefined ? undefined : coinOf(catalogue, row.coinId)
      return [
        ...[String(row.id), timeInTehran(row.seenAt, language), row.seenAt.toISOString(), of?.code ?? UNKNOWN_COIN],
        // Nobody here knows in what decimals an unknown token counts.
        ...[of ? formatDecimal(row.amount, of.decimals) : '', WORDS[language].deposit[statusOfIncoming(row)]],
        ...[row.network, row.txid],
      ]
    },
  }
}

const COIN_HEADERS = {
  fa: ['شماره', 'زمان تهران', 'زمان (UTC)', 'دارایی', 'مقدار', 'وضعیت', 'شبکه', 'شناسهٔ تراکنش'],
  en: ['Number', 'Time in Tehran', 'Time (UTC)', 'Asset', 'Amount', 'Status', 'Network', 'Transaction ID'],
}

/** The three statuses that the specification gives a deposit. */
const statusOfIncoming = ({ state }: IncomingRow): DepositStatus => {
  if (state === 'CREDITED') return 'CONFIRMED'
  return state === 'PENDING' ? 'RAISED_BY_USER' : 'UNCONFIRMED'
}

/** Own deposits of Toman as the rows of a file. Refuses DAY_SPAN_INVALID. */
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
    cells: (row: DepositRow) => [
      ...[String(row.id), timeInTehran(row.createdAt, language), row.createdAt.toISOString()],
      ...[formatDecimal(row.amount, TOMAN_DECIMALS), statusIn(language, row), row.cardMasked, row.refId ?? ''],
      gatewayName(row.gateway, language),
    ],
  }
}

const WORDS = { fa: wordsFa, en: wordsEn }
const HEADERS = {
  fa: ['شماره', 'زمان تهران', 'زمان (UTC)', 'مبلغ (تومان)', 'وضعیت', 'کارت', 'شمارهٔ پیگیری', 'درگاه'],
  en: ['Number', 'Time in Tehran', 'Time (UTC)', 'Amount (Toman)', 'Status', 'Card', 'Reference number', 'Gateway'],
}

export const gatewayName = (gateway: PaymentGateway, language: Language): string => WORDS[language].gateway[gateway]

function statusIn(language: Language, { status, payBack, unpaid }: DepositRow): string {
  const words = WORDS[language]
  if (unpaid) return words.unpaid[unpaid]
  return payBack ? words.payBack[payBackOnWire(payBack)] : words.deposit[status]
}

/** To its payer a refusal is no end: a person at the exchange sees to it. */
const payBackOnWire = (payBack: PayBack): 'PENDING' | 'DONE' => (payBack === 'DONE' ? 'DONE' : 'PENDING')

async function filterOf(
  database: Queryable,
  userId: number,
  { transactionStatus: status, ending, ...days }: AskedDeposits,
): Promise<DepositFilter | Rejected> {
  const span = readDaySpan(days)
  if (span instanceof Rejected) return span
  return { userId, status, ending, ids: await idsBetween(span, (at) => firstDepositAt(database, { userId, at })) }
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
    paymentGateway: row.gateway,
    payBack: row.payBack ? payBackOnWire(row.payBack) : null,
    ...(row.unpaid && { unpaid: row.unpaid }),
    ...(row.status === 'RAISED_BY_USER' && {
      payableUntilDateTime: new Date(row.createdAt.getTime() + PAYABLE_MS).toISOString(),
    }),
    createdAtDateTime: row.createdAt.toISOString(),
  }
}
