import { SerialQueue } from '#server/store/serial-queue.ts'

const queue = new SerialQueue()
let underWay = 0

/** In them whatever could go on without an answer of the store has gone on. */
const TURNS = 8

/**
 * Asks the store, which works in a thread of its own: one statement at a time, and only when everything in this thread waits. Nothing
 * then depends on how long the store really takes, so that a story told twice is the same.
 */
export async function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
  underWay += 1
  try {
    return await queue.run(async () => {
      await turns()
      return ask()
    })
  } finally {
    underWay -= 1
  }
}

/** Resolves when what was asked before has been answered. */
export const pause = (): Promise<void> => queue.run(turns)

/** Resolves when no statement is under way, and none follows by itself. */
export async function idle(): Promise<void> {
  do {
    await pause()
  } while (underWay > 0)
}

/** Lets everything go on that waits for nothing. */
export async function turns(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await new Promise(setImmediate)
}
