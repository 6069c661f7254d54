import type { MarketState } from '#domain/market-state.ts'
import { MINUTE_MS } from './candle.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { showMarketRow } from './show-market.ts'

interface Kept {
  readonly key: string
  /** When the text changes without an event; milliseconds since 1970. */
  readonly untilMs: number
  readonly text: string
}

/**
 * The rows of the list as JSON. A row is rebuilt only when something of its market has changed: its book, its trades, its state, a trade
 * that is now more than a day old, or, for its week, the minute. Of a thousand markets few change in a second.
 */
export class RowTexts {
  readonly #kept = new Map<number, Kept>()

  row(model: MarketReadModel, wanted: Parameters<typeof showMarketRow>[1]): string {
    const { market, depth, tradesVersion, day } = model
    const { nowMs, fallback, state } = wanted
    const key = `${depth.sequence} ${tradesVersion} ${fallback} ${market.tick} ${Math.floor(nowMs / MINUTE_MS)} ${stateKey(state)}`
    const kept = this.#kept.get(market.id)
    if (kept?.key === key && nowMs < kept.untilMs) return kept.text
    const text = JSON.stringify(showMarketRow(model, wanted))
    this.#kept.set(market.id, { key, untilMs: day.changesAt(), text })
    return text
  }
}

function stateKey(state: MarketState): string {
  if ('reason' in state) return `${state.kind} ${state.reason.fa} ${state.reason.en}`
  const turnsAt = state.kind === 'open' ? state.closesAt : state.opensAt
  return `${state.kind} ${turnsAt?.getTime()}`
}
