const MONTHS = 3

/** The first day, "yyyy-mm-dd" of UTC, whose trades count for a level at an instant: three months before, or the last day of that month. */
export function levelWindowStart(at: Date): string {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month - MONTHS + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - MONTHS, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
