import type { Market } from '#domain/market.ts'
import type { Halt, MarketState } from '#domain/market-state.ts'
import type { Exchange } from '#server/exchange/exchange.ts'

const HALTED: Halt = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } }

/** The same exchange, but with the state that a test gives to all markets. */
export function followState<Given extends Exchange>(
  exchange: Given,
  markets: readonly Market[],
  stateNow: () => MarketState,
): Given {
  let kept: MarketState['kind'] = 'open'
  return {
    ...exchange,
    submit: async (command, options) => {
      const { kind } = stateNow()
      if (kind !== kept) {
        kept = kind
        const halts = new Map(kind === 'open' ? [] : markets.map(({ id }) => [id, HALTED] as const))
        await exchange.submit({
          type: 'setMarketRules',
          halts,
          holidays: new Set(),
          markets: [],
          coins: [],
          revision: Number.MAX_SAFE_INTEGER,
        })
      }
      return exchange.submit(command, options)
    },
  }
}
