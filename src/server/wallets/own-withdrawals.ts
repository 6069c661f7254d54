import type * as z from 'zod/mini'
import { Rejected, readDaySpan, rejected } from '#contract/rejected.ts'
import type { getWithdrawalTerms, Withdrawal } from '#contract/withdrawals.ts'
import { words as wordsEn } from '#contract/words/en/own-lists.ts'
import { words as wordsFa } from '#contract/words/fa/own-lists.ts'
import { nextBatchClosing } from '#domain/bank-batch.ts'
import { type Coin, TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Language } from '#domain/market-state.ts'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import {
  BANK_TRANSFER,
  NEXT_STATES,
  OUTGOING_STATES,
  type OutgoingState,
  transferStatusOf,
} from '#domain/outgoing-transfer.ts'
import type { PageOf } from '#domain/page.ts'
import { bankOfSheba, parseSheba } from '#domain/sheba.ts'
import { type DaySpan, timeInTehran } from '#domain/tehran-day.ts'
import type { Transfers } from '#domain/transfers.ts'
import { amount, smaller } from '#domain/units.ts'
import { readUserAddress, USER_TRANSFER } from '#domain/user-transfer.ts'
import { leftOfLimits } from '#domain/withdrawal.ts'
import { readBankAccounts } from '../store/accounts/bank-accounts.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { firstWithdrawalAt, idsBetween } from '../store/first-at.ts'
import type { Paged } from '../store/page.ts'
import { readHolidays } from '../store/trading/market-halts.ts'
import {
  countWithdrawals,
  findWithdrawal,
  readWithdrawals,
  type WithdrawalFilter,
  type WithdrawalRow,
  withdrawnSince,
} from '../store/wallets/withdrawals.ts'
import type { WalletServices } from './wallets.ts'

type WithdrawalOnWire = z.input<typeof Withdrawal>

type Services = Pick<WalletServices, 'database' | 'catalogue' | 'transfers'>

interface AskedWithdrawals extends DaySpan {
  readonly relatedCoin?: string | undefined
  readonly excludedRelatedCoin?: string | undefined
  readonly transactionStatus?: WithdrawalOnWire['transactionStatus'] | undefined
}

/** The caller's withdrawals, newest first. Refuses DAY_SPAN_INVALID and COIN_NOT_FOUND. */
export async function listWithdrawals(
  services: Services,
  userId: number,
  asked: AskedWithdrawals & PageOf,
): Promise<(Omit<Paged<unknown>, 'rows'> & { content: WithdrawalOnWire[] }) | Rejected> {
  const filter = await filterOf(services, userId, asked)
  if (filter instanceof Rejected) return filter
  const { page, size, before } = asked
  const { rows, ...more } = await readWithdrawals(services.database, { ...filter, page, size, before })
  return { content: rows.map((row) => withdrawalOnWire(services, row)), ...more }
}

/** Whether a list of Toman is asked for, as it is where no coin is named. */
export const isOfToman = ({ relatedCoin, excludedRelatedCoin }: AskedWithdrawals): boolean =>
  relatedCoin === TOMAN || (relatedCoin === undefined && excludedRelatedCoin !== TOMAN)

/** Own withdrawals of Toman or of coins as the rows of a file. Refuses DAY_SPAN_INVALID and COIN_NOT_FOUND. */
export async function withdrawalsForFile(
  services: Services,
  { userId, asked, language }: { userId: number; asked: AskedWithdrawals; language: Language },
) {
  const isToman = isOfToman(asked)
  const filter = await filterOf(services, userId, isToman ? { ...asked, relatedCoin: TOMAN } : asked)
  if (filter instanceof Rejected) return filter
  const wordOf = ({ givenUpAs, state }: WithdrawalRow) =>
    WORDS[language][isToman ? 'withdrawal' : 'coinWithdrawal'][givenUpAs ?? state]
  const ofToman = (row: WithdrawalRow) => [
    ...[formatDecimal(row.amount, TOMAN_DECIMALS), wordOf(row)],
    ...[shownAddress(row), row.sentReference ?? ''],
  ]
  const ofCoins = (row: WithdrawalRow) => {
    const { amount: whole, networkFee, sentAmount } = withdrawalOnWire(services, row)
    const network = row.tokenType === USER_TRANSFER ? WORDS[language].network.USER : row.tokenType
    return [
      ...[coinOf(services.catalogue, row.coinId).code, whole, networkFee, sentAmount, wordOf(row), network],
      ...[shownAddress(row), row.tag ?? '', row.sentReference ?? ''],
    ]
  }
  return {
    name: isToman ? 'withdrawals' : 'coin-withdrawals',
    headers: (isToman ? HEADERS : COIN_HEADERS)[language],
    count: (countMax: number) => countWithdrawals(services.database, filter, countMax),
    read: (page: PageOf) => readWithdrawals(services.database, { ...filter, ...page }),
    cells: (row: WithdrawalRow) => [
      ...[String(row.id), timeInTehran(row.createdAt, language), row.createdAt.toISOString()],
      ...(isToman ? ofToman : ofCoins)(row),
    ],
  }
}

const WORDS = { fa: wordsFa, en: wordsEn }
const HEADERS = {
  fa: ['شماره', 'زمان تهران', 'زمان (UTC)', 'مبلغ (تومان)', 'وضعیت', 'شبا یا موبایل گیرنده', 'شمارهٔ پیگیری'],
  en: ['Number', 'Time in Tehran', 'Time (UTC)', 'Amount (Toman)', 'Status', 'Sheba or recipient', 'Reference number'],
}
const COIN_HEADERS = {
  fa: [
    ...['شماره', 'زمان تهران', 'زمان (UTC)', 'دارایی', 'مقدار', 'کارمزد شبکه', 'رسیده به مقصد'],
    ...['وضعیت', 'شبکه', 'آدرس', 'ممو یا تگ', 'شناسهٔ تراکنش'],
  ],
  en: [
    ...['Number', 'Time in Tehran', 'Time (UTC)', 'Asset', 'Amount', 'Network fee', 'Arrives'],
    ...['Status', 'Network', 'Address', 'Memo or tag', 'Transaction ID'],
  ],
}

async function filterOf(
  { database, catalogue }: Services,
  userId: number,
  { relatedCoin, excludedRelatedCoin, transactionStatus, from, to }: AskedWithdrawals,
): Promise<WithdrawalFilter | Rejected> {
  const span = readDaySpan({ from, to })
  if (span instanceof Rejected) return span
  const symbol = relatedCoin ?? excludedRelatedCoin
  const coin = symbol === undefined ? undefined : catalogue.coinBySymbol.get(symbol)
  if (symbol !== undefined && !coin) return rejected('COIN_NOT_FOUND')
  return {
    userId,
    coin: coin && { id: coin.id, isExcluded: relatedCoin === undefined },
    states: transactionStatus && statesOf(transactionStatus),
    ids: await idsBetween(span, (at) => firstWithdrawalAt(database, at)),
  }
}

/** Finds one of a user's own withdrawals as its user sees it. @throws Error if there is none */
export const ownWithdrawal =
  (services: Services) =>
  async (userId: number, id: number): Promise<WithdrawalOnWire> => {
    const row = await findWithdrawal(services.database, { id, userId })
    if (!row) throw new Error(`withdrawal ${id} has an outcome and no row`)
    return withdrawalOnWire(services, row)
  }

const statesOf = (status: WithdrawalOnWire['transactionStatus']): OutgoingState[] =>
  OUTGOING_STATES.filter((state) => transferStatusOf(state) === status)

/** The coin of a stored row. A row never outlives its coin. */
export function coinOf({ coins }: Pick<Catalogue, 'coins'>, id: number): Coin {
  const coin = coins.find((each) => each.id === id)
  if (!coin) throw new Error(`coin ${id} is stored but not in the catalogue`)
  return coin
}

/** Whether a withdrawal leaves over the network that its token type names, neither through a bank, nor to another user, nor as metal. */
export const isOverChain = (tokenType: string): boolean =>
  tokenType !== BANK_TRANSFER && tokenType !== USER_TRANSFER && tokenType !== GOLD_DELIVERY

/** A destination as people read it: of a transfer, the recipient's number alone. */
export function shownAddress({ tokenType, address }: Pick<Destination, 'tokenType' | 'address'>): string {
  if (tokenType !== USER_TRANSFER) return address
  const { named } = readUserAddress(address)
  const mobile = parseMobileNumber(named)
  return mobile ? localMobileNumber(mobile) : named
}

/** The page of a transaction in the public explorer of its chain. */
export function explorerLink({ networks }: Transfers, tokenType: string, txid: string | undefined): string | undefined {
  const explorer = networks.get(tokenType)?.explorer
  return explorer === undefined || txid === undefined ? undefined : `${explorer}${txid}`
}

/** One that is given up is shown with its end already. */
export function withdrawalOnWire(
  { catalogue, transfers }: Pick<Services, 'catalogue' | 'transfers'>,
  row: WithdrawalRow,
): WithdrawalOnWire {
  const coin = coinOf(catalogue, row.coinId)
  const state = row.givenUpAs ?? row.state
  const isBank = row.tokenType === BANK_TRANSFER
  const nextStates: readonly OutgoingState[] = NEXT_STATES[state]
  return {
    id: String(row.id),
    amount: formatDecimal(row.amount, coin.decimals),
    networkFee: formatDecimal(row.networkFee, coin.decimals),
    sentAmount: formatDecimal(amount(row.amount - row.networkFee), coin.decimals),
    relatedCoin: coin.symbol,
    tokenType: isBank ? null : row.tokenType,
    destinationWalletAddress: shownAddress(row),
    tag: row.tag ?? null,
    bankAccount: isBank ? row.address : null,
    transactionStatus: transferStatusOf(state),
    isDone: state === 'CONFIRMED',
    state,
    cancellable: nextStates.includes('CANCELLED'),
    endReason: row.endReason ?? null,
    link: row.sentReference ?? null,
    explorerLink: (isBank ? undefined : explorerLink(transfers, row.tokenType, row.sentReference)) ?? null,
    confirmations: row.confirmations ?? null,
    confirmationsNeeded: row.confirmationsNeeded ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
    endedAtDateTime: row.endedAt?.toISOString() ?? null,
  }
}

type Terms = z.input<typeof getWithdrawalTerms.response>['baseDTO']

/** The bank accounts to which a user may withdraw Toman, and how much now. */
export async function withdrawalTerms(
  { database, catalogue, readWithdrawer, batchMinute, now }: WalletServices,
  { userId, language }: { userId: number; language: Language },
): Promise<Terms> {
  const bank = catalogue.coinBySymbol.get(TOMAN)?.bank
  if (!bank) throw new Error('Toman has no bank limits')
  const at = now()
  const { limits, heldUntil } = await readWithdrawer(userId)
  const withdrawn = await withdrawnSince(database, {
    userId,
    hour: new Date(at.getTime() - HOUR_MS),
    day: new Date(at.getTime() - DAY_MS),
  })
  const left = leftOfLimits(limits, withdrawn)
  const accounts = (await readBankAccounts(database, userId)).filter(({ verified }) => verified)
  return {
    bankAccounts: accounts.map(({ sheba }) => ({ shebaCode: sheba, bankName: bankName(sheba, language) })),
    minAmount: formatDecimal(bank.minWithdraw, TOMAN_DECIMALS),
    maxAmount: formatDecimal(bank.maxWithdraw, TOMAN_DECIMALS),
    leftAmount: formatDecimal(smaller(left.hour, left.day), TOMAN_DECIMALS),
    hourLeft: formatDecimal(left.hour, TOMAN_DECIMALS),
    dayLeft: formatDecimal(left.day, TOMAN_DECIMALS),
    reviewedFrom: formatDecimal(limits.oneOperatorFrom, TOMAN_DECIMALS),
    heldUntilDateTime: heldUntil !== undefined && heldUntil > at.getTime() ? new Date(heldUntil).toISOString() : null,
    nextBatchDateTime: nextBatchClosing(at, await readHolidays(database), batchMinute).toISOString(),
  }
}

function bankName(text: string, language: Language): string | null {
  const sheba = parseSheba(text)
  const bank = sheba && bankOfSheba(sheba)
  return bank ? (language === 'fa' ? bank.persianName : bank.englishName) : null
}
