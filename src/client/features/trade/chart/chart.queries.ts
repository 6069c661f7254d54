import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#client/lib/locale.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getChartHistory } from '#contract/udf.ts'
import type { Resolution } from '#domain/bar-grid.ts'

/** Ordered by length, as the keys of the grids are not. */
export const CHART_RESOLUTIONS = ['1', '5', '15', '30', '60', '1D', '1W', '1M'] as const satisfies readonly Resolution[]

/** The resolution of the chart. Stored on the device. */
export const resolutionChoice = storedChoice<Resolution>({
  key: 'chart-resolution',
  names: { '1': '1', '5': '5', '15': '15', '30': '30', '60': '', '1D': '1D', '1W': '1W', '1M': '1M' },
  otherwise: '60',
})

/** Whether the chart of a phone is unfolded: its candles are requested only then. Stored on the device. */
export const chartFold = storedChoice<'folded' | 'open'>({
  key: 'trade-chart',
  names: { folded: '', open: 'open' },
  otherwise: 'folded',
})

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const LENGTHS = {
  ...{ '1': [1, 'minute'], '5': [5, 'minute'], '15': [15, 'minute'], '30': [30, 'minute'], '60': [1, 'hour'] },
  ...{ '1D': [1, 'day'], '1W': [1, 'week'], '1M': [1, 'month'] },
} as const satisfies Record<Resolution, readonly [count: number, unit: string]>

/** "15 min", "1 hour". The whole word of a minute would not fit beside the other buttons of a chart at 320 px. */
export function frameName(resolution: Resolution, language: Language): string {
  const [count, unit] = LENGTHS[resolution]
  return new Intl.NumberFormat(LOCALE[language], {
    style: 'unit',
    unit,
    unitDisplay: unit === 'minute' ? 'short' : 'long',
  }).format(count)
}

/** Bars of one answer: more than a wide screen shows, few enough for a phone. */
const BARS_PER_ANSWER = 500

/** An answer that takes longer is given up. */
const ANSWER_MS_MAX = 10_000

interface AskedBars {
  readonly market: string
  readonly resolution: Resolution
  /** Bars from an opening time on, or some before one; absent: the newest. In UTC seconds. */
  readonly range?: { readonly from: number } | { readonly to: number }
}

/** Asks the chart feed as any charting program would: its path and its refusals are not those of our other calls. */
export async function askHistory(asked: AskedBars, signal?: AbortSignal): Promise<Reply<typeof getChartHistory>> {
  const { market, resolution, range } = asked
  const parts = { symbol: market, resolution, countback: `${BARS_PER_ANSWER}` }
  const query = new URLSearchParams(parts)
  if (range && 'from' in range) query.delete('countback')
  for (const [name, seconds] of Object.entries(range ?? {})) query.set(name, `${seconds}`)
  const limit = AbortSignal.timeout(ANSWER_MS_MAX)
  const answer = await fetch(`${getChartHistory.base}${getChartHistory.path}?${query}`, {
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  return getChartHistory.response.parse(await answer.json())
}

/**
 * The newest bars. They are read once and never polled: the market's trades carry them on, and a gap between the two is asked for by `BarFeed`, also
 * after the answer was kept for a while.
 */
export const chartHistoryQuery = ({ market, resolution }: { market: string; resolution: Resolution }) =>
  queryOptions({
    queryKey: [`${getChartHistory.base}${getChartHistory.path}`, market, resolution],
    queryFn: ({ signal }) => askHistory({ market, resolution }, signal),
    networkMode: 'offlineFirst',
    meta: { offline: getChartHistory.offline, access: getChartHistory.access, reply: getChartHistory.response },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
