import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { notificationsPath, unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import { changedOrder } from '#client/entities/order/reported-orders.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { SECOND_MS } from '#client/lib/durations.ts'
import { live, shownMarket } from '#client/lib/live.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { StreamEvent } from '#contract/stream.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'
import { isStanding } from '#domain/order.ts'
import { LiveMarket, scalesOf } from './live-market.ts'
import { SharedStream, type StreamMessage } from './shared-stream.ts'

type Event = z.output<typeof StreamEvent>
type Order = Extract<Event, { event: 'order' }>['data']
type Balance = Extract<Event, { event: 'balance' }>['data']

/** A stream that the server has refused is opened again after this time; until then, polling does the work. */
const AGAIN_MS = 30 * SECOND_MS
/** The server sends something every 15 seconds: a longer silence is a lost connection, which the browser may not notice for minutes. */
const SILENCE_MS_MAX = 20 * SECOND_MS
const WATCH_MS = 5 * SECOND_MS
/** Lists of orders and trades are refetched once for all events of this time. */
const GATHER_MS = 500

/** The user's own orders and balances, of which the stream may have missed changes. */
const OWN = [getOrders, getTrades, getMarketBalances, getWallets]

/**
 * Keeps one stream for the page: the market that it shows, and the orders, balances and notifications of a signed-in user. Its events are written
 * into the answers of the queries, which are polled again while there is no stream. Tabs share their connection, and a hidden one keeps none: browsers
 * allow six to a server over plain HTTP, for all tabs together. Returns the function that stops it.
 */
export function followStream(client: QueryClient): () => void {
  const follower = new StreamFollower(client)
  const update = () => follower.update()
  const retry = () => follower.retry()
  const stops = [
    client.getQueryCache().subscribe(({ query: { queryKey } }) => {
      if (queryKey[0] === sessionQuery().queryKey[0]) update()
    }),
    shownMarket.subscribe(update).unsubscribe,
  ]
  const watch = setInterval(() => follower.endSilence(), WATCH_MS)
  document.addEventListener('visibilitychange', update)
  window.addEventListener('online', retry)
  window.addEventListener('offline', update)
  update()
  return () => {
    clearInterval(watch)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', update)
    window.removeEventListener('online', retry)
    window.removeEventListener('offline', update)
    follower.close()
  }
}

interface Wanted {
  readonly market: string | undefined
  readonly isSignedIn: boolean
}

class StreamFollower {
  readonly #client: QueryClient
  #wanted: Wanted | undefined
  #stream: SharedStream | undefined
  #market: LiveMarket | undefined
  /** The id of the last event of `#market`, from which a new stream goes on. */
  #lastEventId = ''
  #takesOver = false
  #again: ReturnType<typeof setTimeout> | undefined
  #gathering: ReturnType<typeof setTimeout> | undefined
  #isFirstRefetch = true

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Opens, changes or closes the stream if the page needs another one now. */
  update(): void {
    const wanted = this.#required()
    if (wanted?.market === this.#wanted?.market && wanted?.isSignedIn === this.#wanted?.isSignedIn) return
    this.#disconnect()
    this.#wanted = wanted
    if (wanted && this.#again === undefined) void this.#connect(wanted)
  }

  retry({ takesOver = false } = {}): void {
    this.#takesOver = takesOver
    this.close()
    this.update()
  }

  close(): void {
    this.#wanted = undefined
    clearTimeout(this.#again)
    this.#again = undefined
    this.#disconnect()
  }

  /** Whatever has become of the connection, or of the tab that has it: this tab connects anew. */
  endSilence(): void {
    if (this.#stream && performance.now() - this.#stream.receivedAt > SILENCE_MS_MAX) this.retry({ takesOver: true })
  }

  #required(): Wanted | undefined {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return undefined
    const isSignedIn = this.#isSignedIn()
    const market = shownMarket.get()
    return isSignedIn || market !== undefined ? { market, isSignedIn } : undefined
  }

  #isSignedIn(): boolean {
    return Boolean(this.#client.getQueryData(sessionQuery().queryKey))
  }

  async #connect(wanted: Wanted): Promise<void> {
    if (wanted.market !== this.#market?.symbol) await this.#prepare(wanted)
    if (this.#wanted !== wanted) return
    const takesOver = this.#takesOver
    this.#takesOver = false
    const stream: SharedStream = new SharedStream({
      market: this.#market?.symbol,
      takesOver,
      lastEventId: () => this.#lastEventId,
      onEvent: (event) => {
        if (this.#stream === stream) this.#receive(event)
      },
      onLost: (isRefused) => {
        if (this.#stream === stream) this.#lose(isRefused)
      },
    })
    this.#stream = stream
  }

  /** A market whose figures cannot be read is polled until the next try. */
  async #prepare({ market }: Wanted): Promise<void> {
    this.#market = undefined
    this.#lastEventId = ''
    if (market === undefined) return
    const scales = await scalesOf(this.#client, market).catch(() => undefined)
    if (scales && this.#wanted?.market === market)
      this.#market = new LiveMarket(this.#client, { symbol: market, scales })
  }

  /** The browser reopens a stream that breaks off, but not one that the server refuses. */
  #lose(isRefused: boolean): void {
    this.#endLive()
    if (!isRefused) return
    // The id of the last event may be what the server refuses.
    this.#lastEventId = ''
    this.close()
    this.#again = setTimeout(() => this.retry(), AGAIN_MS)
  }

  #disconnect(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#stream?.close()
    this.#stream = undefined
    this.#endLive()
  }

  #addLive(part: string): void {
    if (!live.get().includes(part)) live.set([...live.get(), part])
  }

  /** Refetches the data that is not live any more, which also starts its polling; a hidden page does so when it is in sight again. */
  #endLive(): void {
    // After a logout the user's own data is wiped, and asking for it would be refused.
    const lost = live.get().filter((part) => part !== 'own' || this.#isSignedIn())
    live.set([])
    if (lost.length === 0) return
    void this.#client.invalidateQueries({
      predicate: ({ meta }) => lost.includes(meta?.stream ?? ''),
      refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
    })
  }

  #receive({ name, data, lastEventId }: StreamMessage): void {
    const { success, data: event } = StreamEvent.safeParse({ event: name, data: JSON.parse(data) })
    if (!success) return
    if (event.event === 'refetch') this.#refetch(event.data.what)
    else if (event.event === 'order') this.#showOrder(event.data)
    else if (event.event === 'balance') this.#showBalance(event.data)
    else if (event.event === 'end') this.#end(event.data.reason)
    else this.#changeMarket(event, lastEventId)
  }

  /** A session often ends before the page has the answer to its logout: asking for the user's data then would be refused. */
  #end(reason: 'SESSION_ENDED' | 'SERVER_STOPS'): void {
    if (reason === 'SESSION_ENDED') live.set(live.get().filter((part) => part !== 'own'))
  }

  #changeMarket(event: Event, lastEventId: string): void {
    if (!this.#market || event.event === 'heartbeat') return
    if (this.#market.follows(event)) {
      this.#lastEventId = lastEventId
      this.#addLive(this.#market.symbol)
      this.#market.apply(event)
    } else {
      // A new stream begins with the whole state.
      this.#lastEventId = ''
      this.retry()
    }
  }

  #refetch(what: 'own' | 'notifications'): void {
    // The page has just fetched the notifications itself when it started.
    const isStart = this.#isFirstRefetch && what === 'own'
    this.#isFirstRefetch = false
    if (!isStart) for (const queryKey of [unreadQuery().queryKey, [notificationsPath]]) this.#askAnew(queryKey)
    if (what === 'notifications') return
    this.#addLive('own')
    for (const { path } of OWN) void this.#client.invalidateQueries({ queryKey: [path] })
  }

  /** An answer on its way may be older than the change, and a query that awaits its first answer would take that one for the newest. */
  #askAnew(queryKey: readonly unknown[]): void {
    void this.#client.cancelQueries({ queryKey })
    void this.#client.invalidateQueries({ queryKey })
  }

  /** A listed order changes immediately; the lists themselves follow, since an order also moves between them. */
  #showOrder(order: Order): void {
    // Before the lists change: they say what the order was.
    changedOrder.set(order)
    type Pages = InfiniteData<Reply<typeof getOrders>>
    this.#client.setQueriesData<Pages>(
      { queryKey: [getOrders.path, 'open'] },
      (known) => known && withOrder(known, order),
    )
    this.#gather()
  }

  #showBalance({ coin, credit, ...rest }: Balance): void {
    this.#client.setQueriesData<Reply<typeof getMarketBalances>>({ queryKey: [getMarketBalances.path] }, (known) =>
      known?.baseDTO[coin] === undefined ? known : { ...known, baseDTO: { ...known.baseDTO, [coin]: credit } },
    )
    this.#client.setQueriesData<Reply<typeof getWallets>>({ queryKey: [getWallets.path] }, (known) => {
      const entry = known?.baseDTO[coin]
      return entry ? { ...known, baseDTO: { ...known.baseDTO, [coin]: { ...entry, credit, ...rest } } } : known
    })
    // A request on its way could end with an older balance.
    for (const { path } of [getMarketBalances, getWallets])
      void this.#client.invalidateQueries({ queryKey: [path], fetchStatus: 'fetching' })
    this.#gather()
  }

  /** Refetches lists of orders and trades, once for many events. */
  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      for (const { path } of [getOrders, getTrades]) void this.#client.invalidateQueries({ queryKey: [path] })
    }, GATHER_MS)
  }
}

function withOrder<Page extends { content: readonly Order[] }>(
  known: InfiniteData<Page>,
  order: Order,
): InfiniteData<Page> {
  const rest = isStanding(order.orderStatus) ? [order] : []
  const change = (page: Page): Page =>
    page.content.some(({ id }) => id === order.id)
      ? { ...page, content: page.content.flatMap((row) => (row.id === order.id ? rest : [row])) }
      : page
  return { ...known, pages: known.pages.map(change) }
}
