import { EXPORT_ROWS_MAX } from '#contract/order-lists.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { words as wordsEn } from '#contract/words/en/orders.ts'
import { words as wordsFa } from '#contract/words/fa/orders.ts'
import { jalaliDateAt, TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { Market } from '#domain/market.ts'
import type { Language } from '#domain/market-state.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import {
  countOrders,
  countTrades,
  type OrderFilter,
  type OwnTradeRow,
  readOrders,
  readTrades,
  type TradeFilter,
} from '../store/trading/orders.ts'
import { orderOnWire, tradeOnWire } from './order-on-wire.ts'
import { type AskedOrders, type AskedTrades, type Lists, orderFilterOf, tradeFilterOf } from './own-lists.ts'
import { marketOf } from './trading.ts'

/** Rows per query: no query is long, and a file of any size needs the memory of this many rows. */
const PORTION = 500

const WORDS = { fa: wordsFa, en: wordsEn }

interface OwnFile {
  readonly fileName: string
  readonly headers: readonly string[]
  readonly rows: AsyncIterable<readonly string[]>
}

interface AskedFile<Asked> {
  readonly userId: number
  readonly asked: Asked
  readonly language: Language
}

/** Files of own orders and trades for spreadsheets, one at a time for each user, since each keeps the database busy for a while. */
export class OwnListFiles {
  readonly #lists: Lists
  readonly #now: () => number
  /** The users whose files are being sent. */
  readonly #busy = new Set<number>()

  constructor(lists: Lists, now: () => number) {
    this.#lists = lists
    this.#now = now
  }

  /** Refuses DAY_SPAN_INVALID, EXPORT_TOO_LARGE, TOO_MANY_REQUESTS. */
  readonly orders = (file: AskedFile<AskedOrders>) => this.#file(file, ORDERS)

  /** Refuses DAY_SPAN_INVALID, EXPORT_TOO_LARGE, TOO_MANY_REQUESTS. */
  readonly trades = (file: AskedFile<AskedTrades>) => this.#file(file, TRADES)

  async #file<Asked, Filter, Row extends OfMarket>(
    { userId, asked, language }: AskedFile<Asked>,
    { name, filterOf, count, read, cells }: OwnList<Asked, Filter, Row>,
  ): Promise<OwnFile | Rejected> {
    const { database, catalogue } = this.#lists
    const filter = await filterOf(this.#lists, userId, asked)
    if (filter instanceof Rejected) return filter
    // Counted as far as a file reaches and one more.
    if ((await count(database, filter, EXPORT_ROWS_MAX + 1)) > EXPORT_ROWS_MAX)
      return rejected('EXPORT_TOO_LARGE', { field: 'to' })
    if (this.#busy.has(userId)) return rejected('TOO_MANY_REQUESTS')
    return {
      fileName: `kimia-${name}-${this.#today()}.csv`,
      headers: HEADERS[name][language],
      rows: this.#rows(userId, {
        read: (page) => read(database, filter, page),
        cells: (row) => cells(row, marketOf(catalogue, row.marketId), language),
      }),
    }
  }

  /** Reads in portions as fast as the file is fetched. */
  async *#rows<Row>(userId: number, { read, cells }: Source<Row>): AsyncGenerator<readonly string[], void> {
    this.#busy.add(userId)
    try {
      for (let before: string | undefined = ''; before !== undefined; ) {
        const page: Portion<Row> = await read({ before, size: PORTION })
        for (const row of page.rows) yield cells(row)
        before = page.next
      }
    } finally {
      this.#busy.delete(userId)
    }
  }

  /** The present day in Tehran. */
  #today = () => new Date(this.#now() + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)
}

interface Portion<Row> {
  readonly rows: readonly Row[]
  readonly next?: string
}

interface Source<Row> {
  read(page: PageOf): Promise<Portion<Row>>
  cells(row: Row): readonly string[]
}

interface OfMarket {
  readonly marketId: number
}

/** A list that can be had as a file. */
interface OwnList<Asked, Filter, Row extends OfMarket> {
  readonly name: keyof typeof HEADERS
  filterOf(lists: Lists, userId: number, asked: Asked): Promise<Filter | Rejected>
  count(database: Lists['database'], filter: Filter, countMax: number): Promise<number>
  read(database: Lists['database'], filter: Filter, page: PageOf): Promise<Portion<Row>>
  cells(row: Row, market: Market, language: Language): readonly string[]
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

/**
 * An instant in two columns: "1405-09-01 14:03:11" in Tehran, with the day of the language's calendar, for its reader, and in UTC for a program.
 */
function timeCells(instant: string, language: Language): string[] {
  const at = new Date(instant)
  const local = new Date(at.getTime() + TEHRAN_OFFSET_MS).toISOString()
  const day = language === 'en' ? local.slice(0, 10) : jalaliDateAt(at).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return [`${day} ${local.slice(11, 19)}`, instant]
}

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

const ORDERS: OwnList<AskedOrders, OrderFilter, OrderRecord> = {
  name: 'orders',
  filterOf: orderFilterOf,
  count: countOrders,
  read: readOrders,
  cells: (row, market, language) => orderCells(orderOnWire(row, market), language),
}

const TRADES: OwnList<AskedTrades, TradeFilter, OwnTradeRow> = {
  name: 'trades',
  filterOf: tradeFilterOf,
  count: countTrades,
  read: readTrades,
  cells: (row, market, language) => tradeCells(tradeOnWire(row, market), language),
}
