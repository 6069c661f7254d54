/** The events of a simulation in numbers. */
export interface Figures {
  commands: number
  answered: number
  refused: number
  trades: number
  starts: number
  /** How often days passed without a command. */
  pauses: number
  /** The mishaps of statements, commands and events, and how often each occurred. */
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
