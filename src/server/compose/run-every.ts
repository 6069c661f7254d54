import { setTimeout as sleep } from 'node:timers/promises'

/** Work that comes back: each run begins `everyMs` after the last one ended, the first at once. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** A long one ends soon after the signal. */
  run(stopping: AbortSignal): Promise<void>
}

/** Runs a job until it is stopped; a run that fails is logged, and the next one tries again. */
export function runEvery(
  { name, everyMs, run }: Job,
  { log, onFailure }: { log: { warn(details: object, message: string): void }; onFailure?: (job: string) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await run(stopping.signal).catch((error: unknown) => {
        log.warn({ err: error, job: name }, 'a job failed; it is tried again')
        onFailure?.(name)
      })
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
