import fc from 'fast-check'
import type { Market } from '#domain/market.ts'
import { amount, ppm, price } from '#domain/units.ts'
import type { SetMarketRules } from '#server/engine/commands.ts'
import { costOf } from '#tests/oracle/figures.ts'
import { ARENAS, type Arena } from './arenas.ts'

const HALTED = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } } as const

const share = fc.constantFrom(undefined, undefined, ppm(20_000n), ppm(200_000n))

/** Halts one market, or mostly none any more; changes the settings of one, or mostly restores the initial ones. */
export const randomRules: fc.Arbitrary<Omit<SetMarketRules, 'at'>> = fc
  .record({
    halted: fc.constantFrom(undefined, undefined, ...ARENAS),
    arena: fc.constantFrom(undefined, ...ARENAS),
    isTickCoarse: fc.nat(1).map((drawn) => drawn === 0),
    least: fc.constantFrom(undefined, undefined, undefined, 3n),
    most: fc.constantFrom(undefined, undefined, undefined, 50n),
    leastTotal: fc.constantFrom(...Array<undefined>(5).fill(undefined), 3n),
    openOrders: fc.constantFrom(...Array<undefined>(5).fill(undefined), 1, 3),
    protectionBand: share,
    forceWarning: share,
    limitPrices: fc.constantFrom(undefined, undefined, { least: 990_000n, most: 1_010_000n }),
  })
  .map(({ halted, arena, ...drawn }) => ({
    type: 'setMarketRules',
    halts: new Map(halted ? [[halted.market.id, HALTED]] : []),
    holidays: new Set(),
    markets: arena ? [marketAs(arena, drawn)] : [],
    coins: [],
    revision: Number.MAX_SAFE_INTEGER,
  }))

/** The settings that differ from the initial ones. */
interface Drawn {
  readonly isTickCoarse?: boolean
  /** In lots. */
  readonly least?: bigint | undefined
  readonly most?: bigint | undefined
  /** In the price of a lot. */
  readonly leastTotal?: bigint | undefined
  readonly openOrders?: number | undefined
  readonly protectionBand?: Market['protectionBand'] | undefined
  readonly forceWarning?: Market['forceWarning'] | undefined
  /** In millionths of the reference price. */
  readonly limitPrices?: { readonly least: bigint; readonly most: bigint } | undefined
}

/** A market with drawn settings. */
export function marketAs({ market, lot, about, step }: Arena, drawn: Drawn): Market {
  const {
    isTickCoarse,
    least,
    most,
    leastTotal = 0n,
    openOrders = market.openOrdersMax,
    protectionBand = market.protectionBand,
    forceWarning = market.forceWarning,
    limitPrices = { least: market.limitPriceMin, most: market.limitPriceMax },
  } = drawn
  // Half of the drawn prices are off this tick.
  const coarse = price(about % step === 0n ? 2n * step : 2n)
  return {
    ...market,
    tick: isTickCoarse ? coarse : market.tick,
    minAmount: least === undefined ? market.minAmount : amount(least * lot),
    maxAmount: most === undefined ? market.maxAmount : amount(most * lot),
    minTotal: amount(leastTotal * costOf(lot, about, market)),
    openOrdersMax: openOrders,
    protectionBand,
    forceWarning,
    limitPriceMin: ppm(limitPrices.least),
    limitPriceMax: ppm(limitPrices.most),
  }
}
