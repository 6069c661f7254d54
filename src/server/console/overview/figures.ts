import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { type Amount, amount } from '#domain/units.ts'
import { type PeopleFigures, readPeopleFigures } from '../../store/console/overview.ts'
import type { Queryable } from '../../store/database.ts'
import { SerialQueue } from '../../store/serial-queue.ts'
import { readTradesOfDays } from '../../store/trading/market-days.ts'

/** The maximum age of the figures. */
const KEPT_MS = 30_000

export interface FiguresOfDay extends PeopleFigures {
  /** The day in Tehran, "2026-11-22". */
  readonly day: string
  readonly trades: number
  /** In Toman's base units, at the prices of the time. */
  readonly volume: Amount
  /** Charged by the exchange, before the inviters' share. */
  readonly fees: Amount
}

/**
 * The figures of the last days, today last. Trades are already summed by day; the people of past days are counted once. Concurrent
 * calls share one computation.
 */
export function createFigures({ database, now, days }: { database: Queryable; now: () => number; days: number }) {
  const over = new Map<number, PeopleFigures>()
  let kept: { readonly newest: number; readonly until: number; readonly figures: readonly FiguresOfDay[] } | undefined
  const queue = new SerialQueue()
  const countPeople = (day: number) => {
    const from = new Date(day * DAY_MS - TEHRAN_OFFSET_MS)
    return readPeopleFigures(database, { from, to: new Date(from.getTime() + DAY_MS) })
  }
  const read = async (newest: number): Promise<FiguresOfDay[]> => {
    const first = newest - days + 1
    const traded = new Map(
      (await readTradesOfDays(database, { from: nameOf(first), to: nameOf(newest) })).map((row) => [row.day, row]),
    )
    const figures: FiguresOfDay[] = []
    for (let number = first; number <= newest; number++) {
      const people = over.get(number) ?? (await countPeople(number))
      if (number < newest) over.set(number, people)
      const { trades = 0, volume = 0n, fees = 0n } = traded.get(nameOf(number)) ?? {}
      figures.push({ day: nameOf(number), trades, volume: amount(volume), fees: amount(fees), ...people })
    }
    for (const number of over.keys()) if (number < first) over.delete(number)
    return figures
  }
  return (): Promise<readonly FiguresOfDay[]> =>
    queue.run(async () => {
      const at = now()
      const newest = Math.floor((at + TEHRAN_OFFSET_MS) / DAY_MS)
      if (kept?.newest !== newest || kept.until <= at)
        kept = { newest, until: at + KEPT_MS, figures: await read(newest) }
      return kept.figures
    })
}

const nameOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
