import { SerialQueue } from '#server/store/serial-queue.ts'

const queue = new SerialQueue()
let underWay = 0

/** The number of turns after which everything that can continue without the store has done so. */
const TURNS = 8

/**
 * Queries the store, which works in its own thread: one statement at a time, and only when everything in this thread waits. The result then
 * does not depend on the store's speed, so that a repeated story is the same.
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

/** Resolves when all earlier queries are answered. */
export const pause = (): Promise<void> => queue.run(turns)

/** Resolves when no statement is in progress, and none follows by itself. */
export async function idle(): Promise<void> {
  do {
    await pause()
  } while (underWay > 0)
}

/** Lets everything continue that waits for nothing. */
export async function turns(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await new Promise(setImmediate)
}
