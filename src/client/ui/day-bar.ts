export interface DayBar {
  /** "2026-11-22". */
  readonly day: string
  /** Decimal text. */
  readonly value: string
}

export const BAR_CHART_HEIGHT = 72
