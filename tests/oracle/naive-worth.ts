/** One change of a user's total of a coin, in base units. */
export interface NaiveMovement {
  readonly at: number
  readonly coin: string
  readonly change: bigint
  /** A deposit, a withdrawal or a transfer, and no trade. */
  readonly isPutIn: boolean
}

/** A bar of a coin's price in Toman, in units of 10⁻⁸. */
export interface NaiveBar {
  readonly coin: string
  readonly opensAt: number
  readonly seconds: 60 | 900 | 3_600
  readonly close: bigint
}

interface NaiveHistory {
  /** Decimals by the coin's symbol. Toman and Tether are two of them. */
  readonly coins: ReadonlyMap<string, number>
  readonly movements: readonly NaiveMovement[]
  readonly bars: readonly NaiveBar[]
  /** The price of each coin now. */
  readonly present: ReadonlyMap<string, bigint>
  readonly now: number
  readonly midnights: number
  readonly everyDays: number
}

const DAY = 24 * 3_600_000
const TEHRAN = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' })

/** The midnight in Tehran at or before an instant. */
const midnightBefore = (at: number) => Date.parse(`${TEHRAN.format(at)}T00:00:00+03:30`)

/** The worth at each midnight and now, counted from the first movement on, one after the other. */
export function naiveWorth(history: NaiveHistory) {
  const { movements, now, midnights, everyDays } = history
  const first = Math.min(...movements.map(({ at }) => at))
  const instants = Array.from({ length: midnights }, (_, i) => midnightBefore(now) - i * everyDays * DAY).reverse()
  const since = Math.max(
    instants.findLastIndex((at) => at <= first),
    0,
  )
  const points = [...instants.slice(since), now]
  return points.map((at) => {
    const own = movements.filter((movement) => movement.at < at || at === now)
    const held = worthOf(history, totalsOf(own), at)
    const later = own.filter((movement) => movement.isPutIn && movement.at >= (points[0] ?? now))
    const ends = [...new Set(later.map((movement) => Math.min(midnightBefore(movement.at) + DAY, now)))]
    const moved = ends.map((end) => {
      const ofDay = later.filter((movement) => Math.min(midnightBefore(movement.at) + DAY, now) === end)
      return worthOf(history, totalsOf(ofDay), end)
    })
    return {
      at: new Date(at).toISOString(),
      ...{ toman: held.toman, tether: held.tether, unpriced: held.unpriced },
      putInToman: sumOf(moved.map(({ toman, unpriced }) => (unpriced.length > 0 ? null : toman))),
      putInTether: sumOf(moved.map(({ tether, unpriced }) => (unpriced.length > 0 ? null : tether))),
    }
  })
}

function totalsOf(movements: readonly NaiveMovement[]): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const { coin, change } of movements) totals.set(coin, (totals.get(coin) ?? 0n) + change)
  return totals
}

const sumOf = (values: readonly (bigint | null)[]): bigint | null =>
  values.reduce<bigint | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0n)

function priceAt({ bars, present, now }: NaiveHistory, coin: string, at: number): bigint | undefined {
  if (at === now) return present.get(coin)
  const known = bars
    .map((bar) => ({ ...bar, endsAt: bar.opensAt + bar.seconds * 1_000 }))
    .filter((bar) => bar.coin === coin && bar.endsAt <= at && bar.opensAt >= at - 7 * DAY)
  return known.sort((a, b) => b.endsAt - a.endsAt)[0]?.close
}

/** In millionths of a Toman and of a Tether, each coin rounded towards zero. */
function worthOf(history: NaiveHistory, totals: ReadonlyMap<string, bigint>, at: number) {
  const unpriced: string[] = []
  let toman = 0n
  let others = 0n
  for (const [coin, decimals] of history.coins) {
    const total = totals.get(coin) ?? 0n
    if (total === 0n) continue
    const price = coin === 'TOMAN' ? 10n ** 8n : priceAt(history, coin, at)
    if (price === undefined) unpriced.push(coin)
    const value = price === undefined ? 0n : (total * price * 10n ** 6n) / 10n ** BigInt(decimals + 8)
    toman += value
    if (coin !== 'TETHER') others += value
  }
  const tetherPrice = priceAt(history, 'TETHER', at)
  const tethers = totals.get('TETHER') ?? 0n
  if (others === 0n) return { toman, tether: tethers, unpriced }
  return { toman, tether: tetherPrice === undefined ? null : (others * 10n ** 8n) / tetherPrice + tethers, unpriced }
}
