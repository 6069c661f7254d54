import { complain } from './say.mjs'

/** Runs a task's body; a failure becomes one sentence and a non-zero exit. */
export async function runTask(body: () => Promise<void>): Promise<void> {
  try {
    await body()
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
