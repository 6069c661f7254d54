import { MINUTE_MS } from './durations.ts'
import { TEHRAN_OFFSET_MS } from './jalali.ts'
import type { QuietHours } from './notices.ts'

export const DAY_MINUTES = 1_440

/** The minute of the day in Tehran, from 0 to 1439. */
export const tehranMinute = (atMs: number): number => Math.floor((atMs + TEHRAN_OFFSET_MS) / MINUTE_MS) % DAY_MINUTES

/** Hours that begin and end in the same minute are empty, not a whole day. */
export const areNoHours = ({ from, to }: QuietHours): boolean => from === to

/** The end of the quiet hours around a moment; `undefined` outside quiet hours. Hours that begin and end in the same minute are empty. */
export function quietUntil(hours: QuietHours | undefined, atMs: number): number | undefined {
  if (!hours) return undefined
  const lengthMinutes = (hours.to - hours.from + DAY_MINUTES) % DAY_MINUTES
  const passedMinutes = (tehranMinute(atMs) - hours.from + DAY_MINUTES) % DAY_MINUTES
  if (passedMinutes >= lengthMinutes) return undefined
  return (Math.floor(atMs / MINUTE_MS) + lengthMinutes - passedMinutes) * MINUTE_MS
}
