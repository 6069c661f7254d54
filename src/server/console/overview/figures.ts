import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { type DayFigures, readDayFigures } from '../../store/console/day-figures.ts'
import type { Queryable } from '../../store/database.ts'
import { SerialQueue } from '../../store/serial-queue.ts'

const DAY_MS = 86_400_000
/** How old the figures of today may be. */
const TODAY_MS = 30_000

export interface FiguresOfDay extends DayFigures {
  /** "2026-11-22", of Tehran. */
  readonly day: string
}

/**
 * The figures of the last days, today last. Of days that are over they are counted once, and however many ask at a time, each day is counted
 * for all of them together and one day after the other.
 */
export function createFigures({ database, now }: { database: Queryable; now: () => number }) {
  const over = new Map<number, DayFigures>()
  let today: { readonly number: number; readonly until: number; readonly figures: DayFigures } | undefined
  const queue = new SerialQueue()
  const read = (day: number) => {
    const from = new Date(day * DAY_MS - TEHRAN_OFFSET_MS)
    return readDayFigures(database, { from, to: new Date(from.getTime() + DAY_MS) })
  }
  const readAll = async (count: number): Promise<readonly FiguresOfDay[]> => {
    const at = now()
    const newest = Math.floor((at + TEHRAN_OFFSET_MS) / DAY_MS)
    const days: FiguresOfDay[] = []
    for (let day = newest - count + 1; day < newest; day++) {
      const figures = over.get(day) ?? (await read(day))
      over.set(day, figures)
      days.push({ day: nameOf(day), ...figures })
    }
    if (today?.number !== newest || today.until <= at)
      today = { number: newest, until: at + TODAY_MS, figures: await read(newest) }
    for (const day of over.keys()) if (day <= newest - count) over.delete(day)
    return [...days, { day: nameOf(newest), ...today.figures }]
  }
  return (count: number): Promise<readonly FiguresOfDay[]> => queue.run(() => readAll(count))
}

const nameOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
