import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import {
  DEPTH_ROWS,
  LAST_TRADES,
  lastTradesQuery,
  marketDetailsQuery,
  marketInfoQuery,
  orderBookQuery,
} from '#client/features/trade/market.queries.ts'
import { decodeAmount, decodePrice } from '#client/lib/decode.ts'
import { getGroupedBook } from '#contract/markets.ts'
import { GROUPED_MS, type StreamEvent } from '#contract/stream.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import { type Amount, amount, larger } from '#domain/units.ts'

type Event = z.output<typeof StreamEvent>
type Data<Name extends Event['event']> = Extract<Event, { event: Name }>['data']
type Level = Data<'book'>['bids'][number]

interface Scale {
  readonly decimals: number
}

export interface Scales {
  readonly base: Scale
  readonly quote: Scale
}

/** The decimals of a market's coins. Fetched if this page does not know them yet. */
export async function scalesOf(client: QueryClient, market: string): Promise<Scales | undefined> {
  const [{ baseDTO: details }, { content: coins }] = await Promise.all([
    client.ensureQueryData(marketDetailsQuery(market)),
    client.ensureQueryData(coinsQuery()),
  ])
  const base = coins.find(({ name }) => name === details.destinationCoin)
  const quote = coins.find(({ name }) => name === details.sourceCoin)
  return base && quote && { base, quote }
}

/** A level with its figures, which are read once for each change of its volume. */
interface ShownLevel {
  readonly price: bigint
  readonly quantity: Amount
  readonly shown: { readonly unitPrice: string; readonly volume: string; readonly wholePrice: string }
}

/**
 * Writes the events of one market's stream into the answers of its queries, in the form in which the server would have answered: a page does not
 * know whether it shows a polled answer or a streamed one. Changes are gathered and shown together, as often as `Pacer` says.
 */
export class LiveMarket {
  readonly symbol: string
  readonly #client: QueryClient
  readonly #scales: Scales
  readonly #bids = new Map<string, ShownLevel>()
  readonly #asks = new Map<string, ShownLevel>()
  readonly #pacer = new Pacer(() => notifyManager.batch(() => this.#show()))
  #sequence: string | undefined
  /** Changes that are not shown yet. */
  #book: Pick<Data<'book'>, 'sequence' | 'at'> | undefined
  #trades: Data<'trades'> = []
  #ticker: Data<'ticker'> | undefined
  #changedAt = 0
  #isGrouping = false

  constructor(client: QueryClient, { symbol, scales }: { symbol: string; scales: Scales }) {
    this.#client = client
    this.symbol = symbol
    this.#scales = scales
  }

  /** False for a change of the book that is not the next one: something was missed. */
  follows({ event, data }: Event): boolean {
    return event !== 'book' || data.previous === this.#sequence
  }

  apply({ event, data }: Event): void {
    if (event === 'reset') this.#reset(data)
    else if (event === 'book') this.#change(data)
    else if (event === 'trades') this.#trades = [...this.#trades, ...data].slice(-LAST_TRADES)
    else if (event === 'ticker') this.#ticker = data
    this.#pacer.request()
  }

  #reset({ trades, ticker, ...book }: Data<'reset'>): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#change(book)
    this.#trades = []
    this.#ticker = ticker
    const { queryKey } = lastTradesQuery(this.symbol)
    this.#drop(queryKey)
    notifyManager.batch(() => {
      this.#client.setQueryData(queryKey, { content: trades.slice(0, LAST_TRADES) })
      this.#show()
    })
  }

  /** Ends a request on its way, whose answer could be older than the stream's. */
  #drop(queryKey: QueryKey): void {
    void this.#client.cancelQueries({ queryKey })
  }

  #change({ sequence, at, bids, asks }: Pick<Data<'book'>, 'sequence' | 'at' | 'bids' | 'asks'>): void {
    this.#sequence = sequence
    this.#book = { sequence, at }
    this.#setLevels(this.#bids, bids)
    this.#setLevels(this.#asks, asks)
  }

  #show(): void {
    const [book, trades, ticker] = [this.#book, this.#trades, this.#ticker]
    this.#book = undefined
    this.#trades = []
    this.#ticker = undefined
    if (book) this.#showBook(book)
    if (trades.length > 0) this.#addTrades(trades)
    if (ticker) this.#showTicker(ticker)
  }

  #showBook(stamp: Pick<Data<'book'>, 'sequence' | 'at'>): void {
    const buyOrderBook = rowsOf(this.#bids, (a, b) => (a > b ? -1 : 1))
    const sellOrderBook = rowsOf(this.#asks, (a, b) => (a < b ? -1 : 1))
    const { queryKey } = orderBookQuery(this.symbol)
    this.#drop(queryKey)
    this.#client.setQueryData(queryKey, { baseDTO: { ...stamp, buyOrderBook, sellOrderBook } })
    this.#changedAt = performance.now()
    if (!this.#isGrouping) void this.#followGroups()
  }

  /**
   * Asks for the grouped rows of the page, as long after a change as the server may keep an answer from before it, and again only after an answer:
   * a slow line gets its rows too.
   */
  async #followGroups(): Promise<void> {
    const queryKey = [getGroupedBook.path, { params: { market: this.symbol } }]
    let askedAt = 0
    this.#isGrouping = true
    do {
      await new Promise((resolve) => setTimeout(resolve, GROUPED_MS))
      askedAt = performance.now()
      await this.#client.refetchQueries({ queryKey, type: 'active' })
    } while (this.#changedAt > askedAt - GROUPED_MS)
    this.#isGrouping = false
  }

  #setLevels(side: Map<string, ShownLevel>, changed: readonly Level[]): void {
    const { base, quote } = this.#scales
    for (const [unitPrice = '', volume = ''] of changed) {
      if (volume === '0') {
        side.delete(unitPrice)
        continue
      }
      const [price, quantity] = [decodePrice(unitPrice), decodeAmount(volume, base)]
      const total = wholePrice({ quantity, unitPrice: price, market: this.#scales }, 'down')
      side.set(unitPrice, {
        price,
        quantity,
        shown: { unitPrice, volume, wholePrice: formatDecimal(total, quote.decimals) },
      })
    }
  }

  #addTrades(oldestFirst: Data<'trades'>): void {
    const { queryKey } = lastTradesQuery(this.symbol)
    const known = this.#client.getQueryData(queryKey)
    // The first answer may have been read before these trades.
    if (!known) return void this.#client.invalidateQueries({ queryKey })
    this.#drop(queryKey)
    const ids = new Set(known.content.map(({ id }) => id))
    // An event that came twice may be among them twice.
    const added = oldestFirst.filter(({ id }) => !ids.has(id) && ids.add(id)).toReversed()
    this.#client.setQueryData(queryKey, { ...known, content: [...added, ...known.content].slice(0, LAST_TRADES) })
  }

  #showTicker(ticker: Data<'ticker'>): void {
    const { queryKey } = marketInfoQuery(this.symbol)
    this.#drop(queryKey)
    this.#client.setQueryData(queryKey, (known) => ({
      ...known,
      baseDTO: { marketTradeInfo: { lastWeekData: [], ...known?.baseDTO.marketTradeInfo, ...ticker } },
    }))
    const details = marketDetailsQuery(this.symbol)
    const isActive = this.#client.getQueryData(details.queryKey)?.baseDTO.active
    if (isActive !== undefined && ticker.state && isActive !== (ticker.state.kind === 'OPEN'))
      void this.#client.invalidateQueries({ queryKey: details.queryKey })
  }
}

/** The levels that a page shows, the best first, each with its part of the largest. */
function rowsOf(levels: ReadonlyMap<string, ShownLevel>, bestFirst: (a: bigint, b: bigint) => number) {
  const shown = [...levels.values()].sort((a, b) => bestFirst(a.price, b.price)).slice(0, DEPTH_ROWS)
  const largest = shown.reduce((most, { quantity }) => larger(most, quantity), amount(1n))
  return shown.map(({ quantity, shown: figures }) => ({
    ...figures,
    executedPercent: toCount((quantity * 100n) / largest),
  }))
}

/** A hundred changes a second are shown ten times a second: eyes read no faster, and each showing costs the device a frame. */
const PAUSE_MS_MIN = 100
/** Two frames show a change; a busy device rests for this many times as long as they took, so that typing and scrolling have their turn. */
const REST_TIMES = 3
/** A page that is not drawn, as behind a locked screen, still follows. */
const PAUSE_MS_MAX = 1_000

/** Does its work once for many requests: in the next frame after a quiet time, otherwise as soon as the device has rested from the last time. */
class Pacer {
  readonly #work: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #dueAt = 0

  constructor(work: () => void) {
    this.#work = work
  }

  request(): void {
    this.#timer ??= setTimeout(() => this.#run(), Math.max(0, this.#dueAt - performance.now()))
  }

  #run(): void {
    this.#timer = undefined
    const begunAt = performance.now()
    this.#dueAt = begunAt + PAUSE_MS_MIN
    this.#work()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const tookMs = performance.now() - begunAt
        this.#dueAt = begunAt + Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, REST_TIMES * tookMs))
      }),
    )
  }
}
