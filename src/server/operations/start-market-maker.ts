import { mayQuote } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/units.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { MakerStrategy } from '../store/trading/maker-strategies.ts'
import { decideQuotes } from './market-maker/decide-quotes.ts'
import { buildLadder, hasOutgrown, type Ladder, skewMiddle, type WantedOrder } from './market-maker/ladder.ts'
import { type OwnOrder, OwnOrders } from './market-maker/own-orders.ts'
import { OwnTrader, type OwnTraderSettings } from './market-maker/own-trader.ts'

export interface MarketMakerSettings extends OwnTraderSettings {
  /** The strategy of each market by its id, read again every `strategiesMs`. A market without one is left alone. */
  readonly readStrategies: () => Promise<ReadonlyMap<number, MakerStrategy>>
  readonly strategiesMs: number
  /** Orders placed per round at most, not counting markets that have none yet. */
  readonly placesPerRoundMax: number
  /** False: the orders of an earlier run are cancelled, and nothing is quoted. */
  readonly enabled: boolean
}

export interface MarketMaker {
  /** Cancels every quote, and resolves when none is left or the exchange accepts no more commands. */
  stop(): Promise<void>
}

/** Cancels the orders of an earlier run, then quotes both sides of every market until it is stopped. */
export async function startMarketMaker(settings: MarketMakerSettings): Promise<MarketMaker> {
  const maker = new Maker(settings)
  await maker.known()
  await maker.withdraw()
  if (settings.enabled) maker.start()
  return { stop: () => maker.stop() }
}

class Maker {
  readonly #settings: MarketMakerSettings
  readonly #own: OwnOrders
  readonly #trader: OwnTrader
  readonly #ladders = new Map<number, Ladder>()
  /** The time when each market was last quoted. */
  readonly #quotedAt = new Map<number, number>()
  #strategies: ReadonlyMap<number, MakerStrategy> = new Map()
  #strategiesAt = Number.NEGATIVE_INFINITY

  constructor(settings: MarketMakerSettings) {
    this.#settings = settings
    this.#own = new OwnOrders(settings)
    this.#trader = new OwnTrader(settings, { name: 'maker', warning: 'the market maker could not do all it wanted' })
  }

  start(): void {
    this.#trader.start(() => this.#requote())
  }

  async stop(): Promise<void> {
    await this.#trader.stop()
    await this.withdraw()
    this.#own.stop()
  }

  /** Resolves when all its orders are known, including those of a batch in flight. */
  async known(): Promise<void> {
    await this.#settings.exchange.settled()
    await this.#own.known()
  }

  withdraw(): Promise<void> {
    return this.#execute(this.#own.all(), [])
  }

  async #requote(): Promise<void> {
    const { markets, now, placesPerRoundMax } = this.#settings
    await this.#reloadStrategies().catch((error: unknown) => this.#trader.warnOnce([String(error)]))
    // After a rebuild, nothing is quoted until the present orders are known.
    if (!this.#own.isKnown) return
    const cancel: OwnOrder[] = []
    const place: [Market, WantedOrder][] = []
    const byMarket = Map.groupBy(this.#own.all(), ({ marketId }) => marketId)
    for (const market of markets) {
      const own = byMarket.get(market.id) ?? []
      const quoted = this.#middleOf(market)
      if (quoted === undefined) {
        cancel.push(...own)
        continue
      }
      const { strategy, reference, middle } = quoted
      if (now() - (this.#quotedAt.get(market.id) ?? Number.NEGATIVE_INFINITY) < strategy.refreshMs) {
        // A quote that the price has crossed is cancelled without waiting for the end of the pause.
        cancel.push(...own.filter((order) => !mayQuote(order, reference)))
        continue
      }
      const ladder = this.#ladderOf(market, quoted)
      const decision = decideQuotes({ market, reference, middle, ladder, settings: strategy, own })
      cancel.push(...decision.cancel)
      const room = own.length === 0 ? decision.place.length : Math.max(0, placesPerRoundMax - place.length)
      place.push(...decision.place.slice(0, room).map((wanted): [Market, WantedOrder] => [market, wanted]))
      if (decision.place.length <= room) this.#quotedAt.set(market.id, now())
    }
    await this.#execute(cancel, place)
  }

  /** Reads the strategies again when they are old. If that fails, the last ones stay in force. */
  async #reloadStrategies(): Promise<void> {
    const { readStrategies, strategiesMs, now } = this.#settings
    if (now() - this.#strategiesAt < strategiesMs) return
    this.#strategies = await readStrategies()
    this.#strategiesAt = now()
  }

  /** The middle price and the strategy to quote with; `undefined` if the market is not to be quoted. */
  #middleOf(market: Market): { strategy: MakerStrategy; reference: Price; middle: Price } | undefined {
    const strategy = this.#strategies.get(market.id)
    if (!strategy?.enabled || !this.#settings.isOpen(market)) return undefined
    const middle = this.#settings.reference.middleFor(market)
    if (middle === 'stale') return undefined
    const { price: reference } = middle
    return { strategy, reference, middle: skewMiddle(reference, strategy, this.#own.inventoryOf(market.base.id)) }
  }

  #ladderOf(market: Market, { strategy, middle }: { strategy: MakerStrategy; middle: Price }): Ladder {
    const known = this.#ladders.get(market.id)
    if (known && !hasOutgrown(known, { middle, step: strategy.step, tick: market.tick })) return known
    const ladder = buildLadder(market, middle, strategy)
    this.#ladders.set(market.id, ladder)
    return ladder
  }

  /** Cancels come first in the queue, so that no new quote meets an old one of the other side. */
  async #execute(cancel: readonly OwnOrder[], place: readonly [Market, WantedOrder][]): Promise<void> {
    const asked = [
      ...cancel.map(({ id }) => this.#trader.cancel(id)),
      ...place.map(([market, wanted]) => this.#trader.place(market, wanted)),
    ]
    const answers = await Promise.allSettled(asked)
    this.#trader.warnOnce(answers.flatMap((answer) => failureOf(answer) ?? []))
  }
}

type Answer = PromiseSettledResult<Awaited<ReturnType<Exchange['submit']>>>

/** Filling an order before its cancel arrives is no failure. */
function failureOf(answer: Answer): string | undefined {
  if (answer.status === 'rejected') return String(answer.reason)
  if (answer.value.kind !== 'refused' || answer.value.code === 'ORDER_NOT_OPEN') return undefined
  return answer.value.code
}
