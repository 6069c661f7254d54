/** What came to pass, in numbers. */
export interface Figures {
  commands: number
  answered: number
  refused: number
  trades: number
  starts: number
  /** How often days passed in which nobody asked for anything. */
  pauses: number
  /** What befell statements, commands and events, and how often. */
  readonly mishaps: Map<string, number>
}

export const newFigures = (): Figures => ({
  commands: 0,
  answered: 0,
  refused: 0,
  trades: 0,
  starts: 0,
  pauses: 0,
  mishaps: new Map(),
})

export const countMishap = ({ mishaps }: Figures, mishap: string) =>
  void mishaps.set(mishap, (mishaps.get(mishap) ?? 0) + 1)
