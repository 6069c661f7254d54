import fc from 'fast-check'
import { type OrderTerms, SELF_TRADE_PREVENTIONS } from '#domain/order.ts'

/** Mostly near each other; some beyond the protection band, and beyond what is warned of. */
export const steps = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: -11, max: 11 }) },
)
const selfTradePrevention = fc.constantFrom(...SELF_TRADE_PREVENTIONS)
/** Below zero: an end that is over, or comes at this very moment. */
const lasts = fc.option(fc.integer({ min: -4, max: 25 }))

/**
 * Terms without their prices and times: those of a limit order, of one that must trade at once, of a stop, and plain ones; of every
 * hundred of them so many are stops.
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
  /** For how long; ends are rounded, so that several orders end in one instant. */
  readonly lasts?: number | null
}
