import { Rejected } from '#contract/rejected.ts'
import { words as wordsEn } from '#contract/words/en/orders.ts'
import { words as wordsFa } from '#contract/words/fa/orders.ts'
import type { Language } from '#domain/market-state.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import { timeInTehran } from '#domain/tehran-day.ts'
import { countOrders, countTrades, type OwnTradeRow, readOrders, readTrades } from '../store/trading/orders.ts'
import { orderOnWire, tradeOnWire } from './order-on-wire.ts'
import { type AskedOrders, type AskedTrades, type Lists, orderFilterOf, tradeFilterOf } from './own-lists.ts'
import { marketOf } from './trading.ts'

const WORDS = { fa: wordsFa, en: wordsEn }

interface AskedFile<Asked> {
  readonly userId: number
  readonly asked: Asked
  readonly language: Language
}

/** Own orders as the rows of a file. Refuses DAY_SPAN_INVALID. */
export async function ordersForFile(lists: Lists, { userId, asked, language }: AskedFile<AskedOrders>) {
  const { database, catalogue } = lists
  const filter = await orderFilterOf(lists, userId, asked)
  if (filter instanceof Rejected) return filter
  return {
    name: 'orders',
    headers: HEADERS.orders[language],
    count: (countMax: number) => countOrders(database, filter, countMax),
    read: (page: PageOf) => readOrders(database, filter, page),
    cells: (row: OrderRecord) => orderCells(orderOnWire(row, marketOf(catalogue, row.marketId)), language),
  }
}

/** Own trades as the rows of a file. Refuses DAY_SPAN_INVALID. */
export async function tradesForFile(lists: Lists, { userId, asked, language }: AskedFile<AskedTrades>) {
  const { database, catalogue } = lists
  const filter = await tradeFilterOf(lists, userId, asked)
  if (filter instanceof Rejected) return filter
  return {
    name: 'trades',
    headers: HEADERS.trades[language],
    count: (countMax: number) => countTrades(database, filter, countMax),
    read: (page: PageOf) => readTrades(database, filter, page),
    cells: (row: OwnTradeRow) => tradeCells(tradeOnWire(row, marketOf(catalogue, row.marketId)), language),
  }
}

const HEADERS = {
  orders: {
    fa: [
      ...[
        'شماره',
        'زمان تهران',
        'زمان (UTC)',
        'بازار',
        'نوع',
        'وضعیت',
        'قیمت',
        'قیمت فعال‌سازی',
        'مقدار',
        'مقدار انجام‌شده',
      ],
      ...['ارزش انجام‌شده', 'واحد قیمت', 'کارمزد', 'خالص دریافتی', 'دارایی دریافتی'],
    ],
    en: [
      ...[
        'Number',
        'Time in Tehran',
        'Time (UTC)',
        'Market',
        'Type',
        'Status',
        'Price',
        'Stop price',
        'Amount',
        'Filled amount',
      ],
      ...['Filled value', 'Quote currency', 'Fee', 'Received', 'Asset received'],
    ],
  },
  trades: {
    fa: [
      ...['شماره', 'زمان تهران', 'زمان (UTC)', 'بازار', 'نوع', 'قیمت واحد', 'مقدار', 'مبلغ کل', 'واحد قیمت', 'کارمزد'],
      ...['خالص دریافتی', 'دارایی دریافتی', 'نقش'],
    ],
    en: [
      ...[
        'Number',
        'Time in Tehran',
        'Time (UTC)',
        'Market',
        'Type',
        'Unit price',
        'Amount',
        'Total',
        'Quote currency',
        'Fee',
      ],
      ...['Received', 'Asset received', 'Role'],
    ],
  },
} as const satisfies Record<'orders' | 'trades', Record<Language, readonly string[]>>

/** An instant in two columns: in Tehran, with the day of the language's calendar, for its reader, and in UTC for a program. */
const timeCells = (instant: string, language: Language): string[] => [
  timeInTehran(new Date(instant), language),
  instant,
]

const receivedIn = ({
  orderType,
  sourceCoin,
  destinationCoin,
}: Pick<Order, 'orderType' | 'sourceCoin' | 'destinationCoin'>) =>
  orderType.endsWith('_BUY') ? destinationCoin : sourceCoin

type Order = ReturnType<typeof orderOnWire>

/** A trailing stop is called so, although its type is that of a stop-limit order. */
const typeOf = ({ orderType, trailingDistance }: Order) =>
  trailingDistance ? (orderType.endsWith('_BUY') ? 'TRAILING_BUY' : 'TRAILING_SELL') : orderType

/** The figures of an order as on the wire: exact, with a point, and without separators. */
const orderCells = (order: Order, language: Language): string[] => [
  ...[order.id, ...timeCells(order.createdAtDateTime, language), order.marketType],
  ...[WORDS[language].type[typeOf(order)], WORDS[language].status[order.orderStatus]],
  ...[order.unitPrice ?? '', order.stopPrice ?? '', order.amount, order.executedAmount, order.executedValue],
  ...[order.sourceCoin, order.wage, order.received ?? '', receivedIn(order)],
]

const tradeCells = (trade: ReturnType<typeof tradeOnWire>, language: Language): string[] => [
  ...[trade.id, ...timeCells(trade.createdAtDateTime, language), trade.marketType],
  ...[WORDS[language].type[trade.orderType], trade.unitPrice, trade.amount, trade.wholePrice, trade.sourceCoin],
  ...[trade.wage, trade.received ?? '', receivedIn(trade), trade.role ? WORDS[language].role[trade.role] : ''],
]
