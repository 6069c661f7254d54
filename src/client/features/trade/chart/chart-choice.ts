import { createAtom, useSelector } from '@tanstack/react-store'
import * as z from 'zod/mini'
import { WIPED } from '#client/lib/tab-value.ts'

/** The indicators that can be drawn, in the order of the menu. */
export const INDICATORS = ['MA', 'EMA', 'BB', 'RSI', 'MACD'] as const
export type Indicator = (typeof INDICATORS)[number]
/** The colours of their lines and names: apart from each other in both themes, and from the colours of rise and fall. */
export const INDICATOR_TONES = {
  MA: '#d9a441',
  EMA: '#5b8def',
  BB: '#9b7be0',
  RSI: '#d165a8',
  MACD: '#7a88a8',
  signal: '#e0803a',
  compare: '#3fa7b5',
} as const
/** The numbers that each is calculated by, unless the user has chosen others: bars, and for the bands their width in deviations last. */
export const PERIODS = {
  MA: [20],
  EMA: [20],
  BB: [20, 2],
  RSI: [14],
  MACD: [12, 26, 9],
} as const satisfies Record<Indicator, readonly number[]>
export const PERIOD_MAX = 500
export const KINDS = ['candles', 'line'] as const
export const SCALES = ['normal', 'log'] as const

export const TOOLS = ['trend', 'level', 'fib'] as const
export const DRAWN = ['', ...TOOLS, 'clear'] as const
/** The tool in hand, if there is one, or the removal of all drawings. */
export type Drawn = (typeof DRAWN)[number]

/** Under which a device keeps the drawings of a market. */
export const drawingsKey = (market: string) => `${WIPED}drawings ${market}`

/** Whether the device keeps drawings of a market, so that their code is loaded with its chart. */
export function hasDrawings(market: string): boolean {
  try {
    return (localStorage.getItem(drawingsKey(market)) ?? '[]') !== '[]'
  } catch {
    return false
  }
}

/** The parts of the settings, each with a button of its own. */
export type ChoicePart = 'indicators' | 'options'

const Choice = z.readonly(
  z.object({
    kind: z.enum(KINDS),
    scale: z.enum(SCALES),
    indicators: z.readonly(z.array(z.enum(INDICATORS))),
    periods: z.optional(z.readonly(z.partialRecord(z.enum(INDICATORS), z.readonly(z.array(z.number()))))),
    /** Another market, drawn in percent beside this one. */
    compare: z.optional(z.string()),
  }),
)
export type ChartChoice = z.output<typeof Choice>

export const periodsOf = ({ periods }: ChartChoice, name: Indicator): readonly number[] =>
  periods?.[name] ?? PERIODS[name]

/** The values of the indicators at the pointer, or the newest, as they are shown beside the names. */
export type Readings = Partial<Record<Indicator, readonly string[]>>

const USUAL: ChartChoice = { kind: 'candles', scale: 'normal', indicators: [] }
const Kept = z.record(z.string(), Choice)
const KEY = 'chart-options'

function read(): z.output<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

const kept = createAtom(read())

/** How the chart of a market is drawn. Stored on the device, for each market. */
export const useChartChoice = (market: string): ChartChoice => useSelector(kept, (all) => all[market] ?? USUAL)

export function setChartChoice(market: string, choice: ChartChoice): void {
  const next = { ...kept.get(), [market]: choice }
  kept.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage is refused.
  }
}
