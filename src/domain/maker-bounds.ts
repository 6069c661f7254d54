import { fromCount } from './counts.ts'
import type { Side } from './order.ts'
import { type Amount, amount, MILLION, type Ppm, type Price, ppm } from './units.ts'

/** The market maker's settings of a market that have bounds. */
export interface MakerSettings {
  readonly halfSpread: Ppm
  readonly step: Ppm
  readonly levels: number
  readonly levelWorth: Amount
  readonly refreshMs: number
  readonly skew: Ppm
  readonly inventoryTarget: Amount
  readonly inventoryBand: Amount
  /** The greatest loss of a day's trades in the market, in the quote coin. */
  readonly lossMax: Amount
}

export const MAKER_SETTINGS = [
  'halfSpread',
  'step',
  'levels',
  'levelWorth',
  'refreshMs',
  'skew',
  'inventoryTarget',
  'inventoryBand',
  'lossMax',
] as const satisfies readonly (keyof MakerSettings)[]
export type MakerSetting = (typeof MAKER_SETTINGS)[number]

/** `min` and `max` apply to everybody; beyond `aloneMin` and `aloneMax` a change takes a second operator. */
export interface SettingBounds {
  readonly min: bigint
  readonly max: bigint
  readonly aloneMin: bigint
  readonly aloneMax: bigint
}
export type MakerBounds = Readonly<Record<MakerSetting, SettingBounds>>

/** The greatest distance of a quote from the reference price. */
const QUOTE_BAND = ppm(100_000n)

/** The default limit for the loss of a day: the value of five of the nearest levels. */
export const usualLoss = (levelWorth: Amount): Amount => amount(levelWorth * 5n)

/**
 * The bounds of a market's strategy. Value and inventory are bounded by the usual figures of the market rather than the present setting, so
 * that many small changes reach no farther than one.
 */
export function makerBounds(usual: Pick<MakerSettings, 'levelWorth' | 'inventoryTarget'>): MakerBounds {
  const { levelWorth, inventoryTarget } = usual
  return {
    halfSpread: { min: 200n, max: 50_000n, aloneMin: 500n, aloneMax: 10_000n },
    step: { min: 100n, max: 20_000n, aloneMin: 100n, aloneMax: 10_000n },
    levels: { min: 1n, max: 50n, aloneMin: 1n, aloneMax: 30n },
    levelWorth: { min: 1n, max: levelWorth * 30n, aloneMin: 1n, aloneMax: levelWorth * 2n },
    refreshMs: { min: 250n, max: 30_000n, aloneMin: 500n, aloneMax: 10_000n },
    skew: { min: 0n, max: 50_000n, aloneMin: 0n, aloneMax: 5_000n },
    inventoryTarget: {
      min: 0n,
      max: inventoryTarget * 5n,
      aloneMin: inventoryTarget / 2n,
      aloneMax: (inventoryTarget * 3n) / 2n,
    },
    inventoryBand: {
      min: inventoryTarget / 100n || 1n,
      max: inventoryTarget * 5n,
      aloneMin: inventoryTarget / 4n || 1n,
      aloneMax: (inventoryTarget * 3n) / 2n,
    },
    lossMax: { min: 1n, max: levelWorth * 100n, aloneMin: 1n, aloneMax: usualLoss(levelWorth) },
  }
}

const numberOf = (settings: MakerSettings, name: MakerSetting): bigint => {
  const value = settings[name]
  return typeof value === 'number' ? fromCount(value) : value
}

/** All settings that are out of bounds. The shift by inventory is at most half of the spread. */
export const outOfBounds = (settings: MakerSettings, bounds: MakerBounds): readonly MakerSetting[] =>
  MAKER_SETTINGS.filter((name) => {
    const value = numberOf(settings, name)
    const isShifted = name === 'skew' && settings.skew > settings.halfSpread
    return isShifted || value < bounds[name].min || value > bounds[name].max
  })

/** Whether a change takes two operators: a changed setting is outside the bounds for one. */
export const takesTwo = (before: MakerSettings | undefined, after: MakerSettings, bounds: MakerBounds): boolean =>
  MAKER_SETTINGS.some((name) => {
    const value = numberOf(after, name)
    const isSame = before !== undefined && numberOf(before, name) === value
    return !isSame && (value < bounds[name].aloneMin || value > bounds[name].aloneMax)
  })

/**
 * Whether a quote gives nothing away: no sale below the reference price and no purchase above it, whatever the strategy says, and none far
 * from it.
 */
export function mayQuote({ side, unitPrice }: { side: Side; unitPrice: Price }, reference: Price): boolean {
  const distance: bigint = side === 'SELL' ? unitPrice - reference : reference - unitPrice
  return distance >= 0n && distance * MILLION <= reference * QUOTE_BAND
}
