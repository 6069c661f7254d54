import type * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { WorthPoint, WorthSpan } from '#contract/worth-history.ts'
import { TETHER, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { dayInTehran, midnightInTehran } from '#domain/tehran-day.ts'
import { type OwnDays, readOwnDays } from '../store/wallets/balance-days.ts'
import { openPastPrices, type TotalsAt, type WorthAt } from './past-prices.ts'
import type { WalletServices } from './wallets.ts'

/** The midnights of each span: today's, and `count - 1` earlier ones. */
const MIDNIGHTS = {
  WEEK: { count: 7, everyDays: 1 },
  MONTH: { count: 30, everyDays: 1 },
  QUARTER: { count: 90, everyDays: 1 },
  YEAR: { count: 74, everyDays: 5 },
} as const satisfies Record<WorthSpan, { count: number; everyDays: number }>

type Services = Pick<WalletServices, 'database' | 'closes' | 'catalogue' | 'inToman' | 'now'>

/** The worth of a user's balances at each midnight of a span, and now. */
export async function listWorth(
  services: Services,
  { userId, span }: { userId: number; span: WorthSpan },
): Promise<z.input<typeof WorthPoint>[] | Rejected> {
  const now = services.now()
  const grid = midnightsOf(span, now)
  const own = await readOwnDays(services.database, { userId, from: dayOf(grid[0] ?? now.getTime()) })
  if (!own) return rejected('UNAVAILABLE')
  if (own.firstDay === undefined) return []
  const began = midnightInTehran(own.firstDay).getTime()
  // The line begins at the last midnight before the first movement.
  const midnights = grid.filter((at, i) => at >= began || (grid[i + 1] ?? Number.POSITIVE_INFINITY) > began)
  const balances = balancesAt(own, midnights)
  const flows = flowsOf(own, now.getTime())
  const points = [...balances, { at: now.getTime(), totals: own.present }]
  const worthOf = await openPastPrices(services, { now: now.getTime(), wanted: [...points, ...flows] })
  const tetherDecimals = services.catalogue.coinBySymbol.get(TETHER)?.decimals ?? 0
  const putIn = sumsAt(
    points,
    flows.map(({ at, totals }) => ({ at, worth: worthOf({ at, totals }) })),
  )
  return points.map((point, i) => {
    const { toman, tether, unpriced } = worthOf(point)
    return {
      at: new Date(point.at).toISOString(),
      toman: formatDecimal(toman, TOMAN_DECIMALS),
      tether: textOf(tether, tetherDecimals),
      putInToman: textOf(putIn[i]?.toman, TOMAN_DECIMALS),
      putInTether: textOf(putIn[i]?.tether, tetherDecimals),
      unpriced,
    }
  })
}

const textOf = (value: bigint | undefined, decimals: number) =>
  value === undefined ? null : formatDecimal(value, decimals)

const dayOf = (at: number) => dayInTehran(new Date(at), 'en')

/** Oldest first. */
function midnightsOf(span: WorthSpan, now: Date): number[] {
  const today = midnightInTehran(dayOf(now.getTime())).getTime()
  const { count, everyDays } = MIDNIGHTS[span]
  return Array.from({ length: count }, (_, i) => today - (count - 1 - i) * everyDays * DAY_MS)
}

/** Counts back from the present: a balance at midnight is the present one less all changes since. */
function balancesAt({ present, days }: OwnDays, midnights: readonly number[]): TotalsAt[] {
  const newestFirst = days.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const totals = new Map(present)
  let next = 0
  return midnights
    .toReversed()
    .map((at) => {
      const first = dayOf(at)
      for (let each = newestFirst[next]; each && each.day >= first; each = newestFirst[++next])
        totals.set(each.coinId, (totals.get(each.coinId) ?? 0n) - each.change)
      return { at, totals: new Map(totals) }
    })
    .toReversed()
}

/** The sum of what came in and went out on each day, dated at the end of the day, and today's now. */
function flowsOf({ days }: OwnDays, now: number): TotalsAt[] {
  const byEnd = new Map<number, Map<number, bigint>>()
  for (const { day, coinId, putIn } of days) {
    if (putIn === 0n) continue
    const end = Math.min(midnightInTehran(day).getTime() + DAY_MS, now)
    const totals = byEnd.get(end) ?? new Map<number, bigint>()
    byEnd.set(end, totals.set(coinId, (totals.get(coinId) ?? 0n) + putIn))
  }
  return [...byEnd].map(([at, totals]) => ({ at, totals }))
}

interface PutIn {
  readonly toman: bigint | undefined
  readonly tether: bigint | undefined
}

/** The sums of all flows up to each point; unknown from the first flow on whose worth is unknown. */
function sumsAt(
  points: readonly TotalsAt[],
  flows: readonly { readonly at: number; readonly worth: WorthAt }[],
): PutIn[] {
  const plus = (sum: bigint | undefined, value: bigint | undefined) =>
    sum === undefined || value === undefined ? undefined : sum + value
  return points.map(({ at }) =>
    flows
      .filter((flow) => flow.at <= at)
      .reduce<PutIn>(
        (sums, { worth: { toman, tether, unpriced } }) => ({
          toman: plus(sums.toman, unpriced.length > 0 ? undefined : toman),
          tether: plus(sums.tether, unpriced.length > 0 ? undefined : tether),
        }),
        { toman: 0n, tether: 0n },
      ),
  )
}
