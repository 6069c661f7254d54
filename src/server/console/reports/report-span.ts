import type { Language } from '#domain/market-state.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'
import { dayInTehran } from './report-words.ts'

export interface ReportSpan {
  readonly database: Queryable
  readonly catalogue: Catalogue
  /** The first moment, and the first that no longer belongs to it. */
  readonly from: Date
  readonly to: Date
  /** Of the words, the names and the calendar. */
  readonly language: Language
}

const DAY_MS = 86_400_000

interface Day {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

/** The days of a report, each with its name in the language's calendar. */
export function* daysOf({ from, to, language }: Pick<ReportSpan, 'from' | 'to' | 'language'>): Generator<Day> {
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS)
    yield { name: dayInTehran(new Date(at), language), from: new Date(at), to: new Date(at + DAY_MS) }
}
