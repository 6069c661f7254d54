import { EXPORT_ROWS_MAX } from '#contract/order-lists.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { words as wordsEn } from '#contract/words/en/orders.ts'
import { words as wordsFa } from '#contract/words/fa/orders.ts'
import { jalaliDateAt, TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { Language } from '#domain/market-state.ts'
import type { PageOf } from '#domain/page.ts'
import { countOrders, countTrades, readOrders, readTrades } from '../store/trading/orders.ts'
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
  async orders({ userId, asked, language }: AskedFile<AskedOrders>): Promise<OwnFile | Rejected> {
    const { database, catalogue } = this.#lists
    const filter = await orderFilterOf(this.#lists, userId, asked)
    if (filter instanceof Rejected) return filter
    return this.#file(userId, {
      count: await countOrders(database, filter, EXPORT_ROWS_MAX + 1),
      fileName: `kimia-orders-${this.#today()}.csv`,
      headers: HEADERS.orders[language],
      read: (page) => readOrders(database, filter, page),
      cells: (row) => orderCells(orderOnWire(row, marketOf(catalogue, row.marketId)), language),
    })
  }

  /** Refuses DAY_SPAN_INVALID, EXPORT_TOO_LARGE, TOO_MANY_REQUESTS. */
  async trades({ userId, asked, language }: AskedFile<AskedTrades>): Promise<OwnFile | Rejected> {
    const { database, catalogue } = this.#lists
    const filter = await tradeFilterOf(this.#lists, userId, asked)
    if (filter instanceof Rejected) return filter
    return this.#file(userId, {
      count: await countTrades(database, filter, EXPORT_ROWS_MAX + 1),
      fileName: `kimia-trades-${this.#today()}.csv`,
      headers: HEADERS.trades[language],
      read: (page) => readTrades(database, filter, page),
      cells: (row) => tradeCells(tradeOnWire(row, marketOf(catalogue, row.marketId)), language),
    })
  }

  #file<Row>(userId: number, { count, fileName, headers, ...source }: Source<Row>): OwnFile | Rejected {
    if (count > EXPORT_ROWS_MAX) return rejected('EXPORT_TOO_LARGE', { field: 'to' })
    if (this.#busy.has(userId)) return rejected('TOO_MANY_REQUESTS')
    return { fileName, headers, rows: this.#rows(userId, source) }
  }

  /** Reads in portions as fast as the file is fetched. */
  async *#rows<Row>(
    userId: number,
    { read, cells }: Pick<Source<Row>, 'read' | 'cells'>,
  ): AsyncGenerator<readonly string[], void> {
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
  /** The number of its rows, counted as far as a file reaches and one more. */
  readonly count: number
  readonly fileName: string
  readonly headers: readonly string[]
  read(page: PageOf): Promise<Portion<Row>>
  cells(row: Row): readonly string[]
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
