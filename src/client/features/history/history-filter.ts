import { UNPAID } from '#domain/card-deposit.ts'
import { TOMAN } from '#domain/coin.ts'
import { OPEN_STATUSES, type OrderStatus } from '#domain/order.ts'

/** The lists. Deposits and withdrawals share a tab on the screen, those of Toman one and those of coins another. */
export const HISTORY_TABS = [
  'trades',
  'orders',
  'deposits',
  'withdrawals',
  'coinDeposits',
  'coinWithdrawals',
  'received',
  'deliveries',
  'logins',
] as const
export type HistoryTab = (typeof HISTORY_TABS)[number]

/** The tab in the URL; `undefined` for any other text. */
export const readHistoryTab = (text: unknown): HistoryTab | undefined => HISTORY_TABS.find((tab) => tab === text)

/** The number of the order in the URL; `undefined` for anything else. */
export const readOrderId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** The ways in which an order ends, with the statuses of each. */
export const ENDINGS = {
  FILLED: ['FINISHED_WITH_TRANSACTION', 'DONE'],
  UNFILLED: ['FINISHED_WITHOUT_TRANSACTION', 'FAILED'],
  CANCELLED: ['CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN'],
  EXPIRED: ['EXPIRED'],
} as const satisfies Readonly<Record<string, readonly OrderStatus[]>>
export const ENDING_NAMES = [
  'FILLED',
  'UNFILLED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies readonly (keyof typeof ENDINGS)[]

export const SIDES = ['BUY', 'SELL'] as const
/** The book, and quick trade. */
export const KINDS = ['P2P', 'EXCHANGE'] as const

/** The statuses of a deposit or a withdrawal. */
const STATUSES = ['CONFIRMED', 'UNCONFIRMED', 'RAISED_BY_USER'] as const
/** The endings of payments by card that have a name of their own: in their list, UNCONFIRMED means the other ones. */
const CARD_ENDINGS = [...UNPAID, 'PAID_BACK'] as const
const CARD_PAYMENTS = [...STATUSES, ...CARD_ENDINGS] as const
type Payment = (typeof CARD_PAYMENTS)[number]

/** The statuses by which a list is filtered. */
export const paymentsOf = (tab: HistoryTab): readonly Payment[] => (tab === 'deposits' ? CARD_PAYMENTS : STATUSES)

const isStatus = (payment: Payment): payment is (typeof STATUSES)[number] => STATUSES.some((each) => each === payment)

/** The words of a status: a withdrawal's reach further than one state of it. */
export function paymentName(tab: HistoryTab, payment: Payment) {
  if (payment === 'PAID_BACK') return 'filter.paidBack' as const
  if (!isStatus(payment)) return `deposits.unpaid.${payment}` as const
  return tab === 'withdrawals' || tab === 'coinWithdrawals'
    ? (`filter.withdrawal.${payment}` as const)
    : (`deposits.${payment}` as const)
}

/** The filters of the lists: each is one chip on the screen and one parameter of the URL. */
export interface HistoryFilter {
  /** Days in Tehran, "2026-11-22", both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly side?: (typeof SIDES)[number] | undefined
  readonly market?: string | undefined
  readonly kind?: (typeof KINDS)[number] | undefined
  /** Of trades, and of deposits and withdrawals of coins. */
  readonly coin?: string | undefined
  /** Of orders alone. */
  readonly ending?: (typeof ENDING_NAMES)[number] | undefined
  /** Of deposits and withdrawals. */
  readonly payment?: Payment | undefined
}

/** The parameters of the page's URL. */
export interface HistorySearch extends HistoryFilter {
  readonly tab?: HistoryTab | undefined
  /** The order that is open in a sheet. */
  readonly order?: number | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/
const SYMBOL = /^[A-Z][A-Z0-9_]{1,49}$/

/** The filter in the URL. A field that cannot be read is left out; each stands here, since the router merges this into what it read. */
export function readHistoryFilter(search: Readonly<Record<string, unknown>>): HistoryFilter {
  const text = (value: unknown, form: RegExp) => (typeof value === 'string' && form.test(value) ? value : undefined)
  return {
    from: text(search.from, DAY),
    to: text(search.to, DAY),
    side: SIDES.find((side) => side === search.side),
    market: text(search.market, SYMBOL),
    kind: KINDS.find((kind) => kind === search.kind),
    coin: text(search.coin, SYMBOL),
    ending: ENDING_NAMES.find((ending) => ending === search.ending),
    payment: CARD_PAYMENTS.find((payment) => payment === search.payment),
  }
}

const DAYS = ['from', 'to'] as const
const COMMON = [...DAYS, 'side', 'market', 'kind'] as const
/** The fields that each list has, in the order of the form. */
export const FIELDS = {
  trades: [...COMMON, 'coin'],
  orders: [...COMMON, 'ending'],
  deposits: [...DAYS, 'payment'],
  withdrawals: [...DAYS, 'payment'],
  // The server narrows deposits over chains by nothing else.
  coinDeposits: ['coin'],
  coinWithdrawals: [...DAYS, 'coin', 'payment'],
  received: [],
  deliveries: [],
  logins: DAYS,
} as const satisfies Readonly<Record<HistoryTab, readonly (keyof HistoryFilter)[]>>

export interface FilteredProps {
  readonly filter: HistoryFilter
  readonly onFilter: (filter: HistoryFilter) => void
}

export interface FilterProps extends FilteredProps {
  readonly tab: HistoryTab
}

/** The coins of a market: "GOLD_TOMAN" is gold in Toman. */
export function coinsOfMarket(market: string): { base: string; quote: string } {
  const at = market.lastIndexOf('_')
  return { base: market.slice(0, at), quote: market.slice(at + 1) }
}

/** The fields of a list that narrow it now. */
export const activeFields = (tab: HistoryTab, filter: HistoryFilter): readonly (keyof HistoryFilter)[] =>
  FIELDS[tab].filter((field) => {
    const value = field === 'payment' ? paymentsOf(tab).find((each) => each === filter.payment) : filter[field]
    return value !== undefined
  })

/** The closed orders that the filter leaves. */
export const orderQueryOf = ({ from, to, side, market, kind, ending }: HistoryFilter) => ({
  ...{ from, to, side, market, orderType: kind },
  ...(ending ? { orderStatus: ENDINGS[ending].join(',') } : { excludedOrderStatus: OPEN_STATUSES.join(',') }),
})

/** The trades that the filter leaves. */
export const tradeQueryOf = ({ from, to, side, market, kind, coin }: HistoryFilter) => ({
  ...{ from, to, side, market, type: kind, destinationCoin: coin },
})

/** The withdrawals that the filter leaves, in their file and in their list. */
export const withdrawalQueryOf = ({ from, to, payment }: HistoryFilter) => ({
  ...{ from, to, transactionStatus: payment && isStatus(payment) ? payment : undefined },
})

/** The payments by card that the filter leaves, in their file and in their list. */
export function depositQueryOf({ from, to, payment }: HistoryFilter) {
  if (payment === undefined || payment === 'CONFIRMED' || payment === 'RAISED_BY_USER')
    return { from, to, transactionStatus: payment }
  return { from, to, ending: payment === 'UNCONFIRMED' ? ('FAILED' as const) : payment }
}

export const tomanDepositQueryOf = (filter: HistoryFilter) => ({ ...depositQueryOf(filter), relatedCoin: TOMAN })
export const tomanWithdrawalQueryOf = (filter: HistoryFilter) => ({ ...withdrawalQueryOf(filter), relatedCoin: TOMAN })

const ofCoin = (coin: string | undefined) => (coin ? { relatedCoin: coin } : { excludedRelatedCoin: TOMAN })

/** The deposits of coins that the filter leaves. */
export const coinDepositQueryOf = ({ coin }: HistoryFilter) => ofCoin(coin)

/** The withdrawals of coins that the filter leaves. */
export const coinWithdrawalQueryOf = ({ coin, ...filter }: HistoryFilter) => ({
  ...ofCoin(coin),
  ...withdrawalQueryOf(filter),
})

/** The logins that the filter leaves. */
export const loginQueryOf = ({ from, to }: HistoryFilter) => ({ from, to })
