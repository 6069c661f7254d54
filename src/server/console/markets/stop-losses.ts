import { formatDecimal } from '#domain/decimal.ts'
import { startOfTehranDay } from '#domain/jalali.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import { amount, type Price } from '#domain/units.ts'
import { notifyDuty } from '../../accounts/operators/notify-operators.ts'
import { recordEvent, SERVER_ADDRESS } from '../../store/accounts/audit-log.ts'
import { lockSettings } from '../../store/catalogue.ts'
import type { Database } from '../../store/database.ts'
import { firstTradeAt } from '../../store/first-at.ts'
import {
  readOwnSides,
  readStrategies,
  type SetStrategy,
  switchMarketMaker,
} from '../../store/trading/maker-strategies.ts'

export interface LossWatchSettings {
  readonly database: Database
  readonly markets: readonly Market[]
  /** The market maker's account. */
  readonly userId: number
  readonly reference: { middleFor(market: Market): { readonly price: Price } | 'stale' }
  readonly now: () => Date
  readonly log: { error(details: object, message: string): void }
}

/** The sums of a market's trades since a moment, in base units of its coins. */
interface Flow {
  readonly from: number
  base: bigint
  quote: bigint
}

const PORTION = 1_000

/**
 * Switches the market maker off in a market whose trades of the day, valued at the present reference price, have lost more than its strategy allows.
 * Without a price it quotes nothing, and the watch decides nothing.
 */
export class LossWatch {
  readonly #settings: LossWatchSettings
  readonly #flows = new Map<number, Flow>()
  #readTo = -1n
  /** Identifies the moments from which the sums count: another day, or a maker switched on, restarts them. */
  #counted = ''

  constructor(settings: LossWatchSettings) {
    this.#settings = settings
  }

  async look(): Promise<void> {
    const { database, markets } = this.#settings
    const strategies = await readStrategies(database)
    await this.#readOn(strategies)
    for (const market of markets) {
      const strategy = strategies.get(market.id)
      if (strategy?.enabled && this.#lossOf(market) > strategy.lossMax) await this.#stop(market)
    }
  }

  async #readOn(strategies: ReadonlyMap<number, SetStrategy>): Promise<void> {
    const { database, userId, now } = this.#settings
    const day = startOfTehranDay(now())
    const from = new Map(
      [...strategies].map(([id, { countedFrom }]) => [id, Math.max(day.getTime(), countedFrom?.getTime() ?? 0)]),
    )
    const counted = JSON.stringify([...from])
    if (counted !== this.#counted) {
      this.#flows.clear()
      this.#readTo = (await firstTradeAt(database, day)) - 1n
      this.#counted = counted
    }
    for (;;) {
      const sides = await readOwnSides(database, { userId, after: this.#readTo, rowsMax: PORTION })
      for (const { id, marketId, at, sells, amount: units, value } of sides) {
        this.#readTo = id
        const flow = this.#flows.get(marketId) ?? { from: from.get(marketId) ?? day.getTime(), base: 0n, quote: 0n }
        if (at.getTime() < flow.from) continue
        flow.base += sells ? -units : units
        flow.quote += sells ? value : -value
        this.#flows.set(marketId, flow)
      }
      if (sides.length < PORTION) return
    }
  }

  /** In base units of the quote coin; a gain is negative. */
  #lossOf(market: Market): bigint {
    const flow = this.#flows.get(market.id)
    const middle = this.#settings.reference.middleFor(market)
    if (!flow || middle === 'stale') return 0n
    const worth = (units: bigint) =>
      wholePrice({ quantity: amount(units), unitPrice: middle.price, market }, 'down') as bigint
    return -(flow.quote + (flow.base < 0n ? -worth(-flow.base) : worth(flow.base)))
  }

  async #stop(market: Market): Promise<void> {
    const { database, now, log } = this.#settings
    const at = now()
    const { symbol, quote } = market
    const loss = formatDecimal(this.#lossOf(market), quote.decimals)
    const isStopped = await database.transaction(async (tx) => {
      await lockSettings(tx)
      const strategy = (await readStrategies(tx)).get(market.id)
      if (!strategy?.enabled) return false
      await switchMarketMaker(tx, { marketIds: [market.id], enabled: false, at })
      await notifyDuty(tx, {
        ...{ kind: 'MAKER_STOPPED', right: 'MAKER_CHANGE', isGrave: true, at },
        params: { market: symbol, amount: loss, coin: quote.symbol },
      })
      const details = { market: symbol, loss, lossMax: formatDecimal(strategy.lossMax, quote.decimals) }
      await recordEvent(tx, {
        ...{ at, kind: 'MAKER_STOPPED', userId: undefined, ip: SERVER_ADDRESS },
        device: 'market maker',
        details,
      })
      return true
    })
    if (isStopped) log.error({ market: symbol, loss }, 'the market maker lost more than a day may, and is switched off')
  }
}
