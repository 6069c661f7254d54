import { AsyncLocalStorage } from 'node:async_hooks'
import { LeaseLost } from './job-leases.ts'

/**
 * The failures of the run of a job from which a function is called. It is no parameter, since calls use the same functions to do a job's work at
 * once: they answer that it is begun, and leave what failed to the job.
 */
const failuresOfRun = new AsyncLocalStorage<unknown[]>()

interface Reporting<T> {
  readonly log: { error(details: object, message: string): void }
  /** The name of an item in the log. */
  readonly label: (item: T) => object
  /** The sentence of a failure in the log, without its end. */
  readonly failure: string
  readonly stopping?: AbortSignal | undefined
}

/**
 * Does the items of a list one after another. One that fails is logged and does not keep the others from being done; a run of a job in which
 * this happens ends as failed, so that operators see it. @throws {LeaseLost} at once: the others belong to another process
 */
export async function eachItem<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { log, label, failure, stopping }: Reporting<T>,
): Promise<void> {
  for (const item of items) {
    if (stopping?.aborted) return
    try {
      await act(item)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      log.error({ err: error, ...label(item) }, `${failure}; it is tried again`)
      failuresOfRun.getStore()?.push(error)
    }
  }
}

/** Its cause is the first failure. Each is in the log. */
class ItemsFailed extends Error {
  override readonly name = 'ItemsFailed'
}

/** @throws {ItemsFailed} after the run, if items of it failed */
export async function runWithItems(run: () => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  await failuresOfRun.run(failures, run)
  if (failures.length > 0) throw new ItemsFailed(`${failures.length} items failed`, { cause: failures[0] })
}
