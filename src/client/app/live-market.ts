import type { QueryClient, QueryKey } from '@tanstack/react-query'
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
import type { StreamEvent } from '#contract/stream.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'

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

/**
 * Writes the events of one market's stream into the answers of its queries, in the form in which the server would have answered: a page does not
 * know whether it shows a polled answer or a streamed one.
 */
export class LiveMarket {
  readonly symbol: string
  readonly #client: QueryClient
  readonly #scales: Scales
  /** Volumes by price. */
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()
  #sequence: string | undefined

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
    else if (event === 'trades') this.#addTrades(data)
    else if (event === 'ticker') this.#showTicker(data)
  }

  #reset(data: Data<'reset'>): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#change(data)
    const { queryKey } = lastTradesQuery(this.symbol)
    this.#drop(queryKey)
    this.#client.setQueryData(queryKey, { content: data.trades.slice(0, LAST_TRADES) })
    this.#showTicker(data.ticker)
  }

  /** Ends a request on its way, whose answer could be older than the stream's. */
  #drop(queryKey: QueryKey): void {
    void this.#client.cancelQueries({ queryKey })
  }

  #change({ sequence, at, bids, asks }: Pick<Data<'book'>, 'sequence' | 'at' | 'bids' | 'asks'>): void {
    this.#sequence = sequence
    setLevels(this.#bids, bids)
    setLevels(this.#asks, asks)
    const buyOrderBook = this.#rows(this.#bids, (a, b) => (a > b ? -1 : 1))
    const sellOrderBook = this.#rows(this.#asks, (a, b) => (a < b ? -1 : 1))
    const { queryKey } = orderBookQuery(this.symbol)
    this.#drop(queryKey)
    this.#client.setQueryData(queryKey, { baseDTO: { sequence, at, buyOrderBook, sellOrderBook } })
  }

  #rows(levels: ReadonlyMap<string, string>, bestFirst: (a: bigint, b: bigint) => number) {
    const { base, quote } = this.#scales
    const shown = [...levels]
      .map(([unitPrice, volume]) => ({
        unitPrice,
        volume,
        price: decodePrice(unitPrice),
        quantity: decodeAmount(volume, base),
      }))
      .sort((a, b) => bestFirst(a.price, b.price))
      .slice(0, DEPTH_ROWS)
    const [deepest = 1n] = shown.map(({ quantity }) => quantity).sort((a, b) => (a > b ? -1 : 1))
    return shown.map(({ unitPrice, volume, price, quantity }) => ({
      unitPrice,
      volume,
      wholePrice: formatDecimal(
        wholePrice({ quantity, unitPrice: price, market: this.#scales }, 'down'),
        quote.decimals,
      ),
      executedPercent: toCount((quantity * 100n) / deepest),
    }))
  }

  #addTrades(oldestFirst: Data<'trades'>): void {
    const { queryKey } = lastTradesQuery(this.symbol)
    const known = this.#client.getQueryData(queryKey)
    // The first answer may have been read before these trades.
    if (!known) return void this.#client.invalidateQueries({ queryKey })
    this.#drop(queryKey)
    const ids = new Set(known.content.map(({ id }) => id))
    const added = oldestFirst.filter(({ id }) => !ids.has(id)).toReversed()
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

function setLevels(side: Map<string, string>, changed: readonly Level[]): void {
  for (const [price = '', volume = ''] of changed) {
    if (volume === '0') side.delete(price)
    else side.set(price, volume)
  }
}
