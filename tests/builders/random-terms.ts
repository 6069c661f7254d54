import fc from 'fast-check'
import { type OrderTerms, SELF_TRADE_PREVENTIONS } from '#domain/order.ts'
import { price } from '#domain/units.ts'
import type { Arena } from './arenas.ts'

/** The price that is so many steps above what an arena trades at. */
export const priceAt = ({ about, step }: Arena, steps: number) => {
  const at = about + BigInt(steps) * step
  return price(at > 0n ? at : step)
}

/** Mostly close to each other; some are outside the protection band, and beyond the warning. */
export const steps = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: -11, max: 11 }) },
)
const selfTradePrevention = fc.constantFrom(...SELF_TRADE_PREVENTIONS)
/** Negative: the expiry has passed, or is this very moment. */
const lasts = fc.option(fc.integer({ min: -4, max: 25 }))

/**
 * Terms without prices and times: of a limit order, of one that must trade immediately, of a stop, and plain ones; `stops` of every hundred
 * are stops.
 */
export const termsWith = (stops: number) =>
  fc.oneof(
    { weight: 3 * (100 - stops), arbitrary: fc.constant({}) },
    { weight: 100 - stops, arbitrary: fc.record({ postOnly: fc.boolean(), lasts, selfTradePrevention }) },
    {
      weight: 100 - stops,
      arbitrary: fc.record({ timeInForce: fc.constantFrom('IOC', 'FOK'), selfTradePrevention }),
    },
    {
      weight: 4 * stops,
      arbitrary: fc.record({
        stop: steps,
        trail: fc.constantFrom(undefined, undefined, 1, 2, 4, 4, 5, 60),
        lasts,
        timeInForce: fc.constantFrom('GTC', 'GTC', 'IOC', 'FOK'),
        selfTradePrevention,
      }),
    },
    { weight: stops, arbitrary: fc.record({ stop: steps, postOnly: fc.constant(true), selfTradePrevention }) },
  ) satisfies fc.Arbitrary<Terms>

export interface Terms extends Partial<Pick<OrderTerms, 'timeInForce' | 'postOnly' | 'selfTradePrevention'>> {
  /** Steps from the arena's price. */
  readonly stop?: number
  /** Steps from the price that the stop follows. */
  readonly trail?: number | undefined
  /** The time until the expiry, which is rounded so that several orders expire at the same instant. */
  readonly lasts?: number | null
}
