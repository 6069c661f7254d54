import { setTimeout as sleep } from 'node:timers/promises'

/** Recurring work: each run begins `everyMs` after the previous one ended, the first immediately. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** A long run must end soon after the signal. */
  run(stopping: AbortSignal): Promise<void>
  /** Calls back when there is work before the next run is due. Returns a function that stops it. */
  onWork?(wake: () => void): () => void
}

/** Runs a job until it is stopped; a failed run is logged, and the next one tries again. */
export function runEvery(
  { name, everyMs, run, onWork }: Job,
  { log, onFailure }: { log: { warn(details: object, message: string): void }; onFailure?: (job: string) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let woken = new AbortController()
  const stopListening = onWork?.(() => woken.abort())
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      await run(stopping.signal).catch((error: unknown) => {
        log.warn({ err: error, job: name }, 'a job failed; it is tried again')
        onFailure?.(name)
      })
      await sleep(everyMs, undefined, { signal: woken.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopListening?.()
      stopping.abort()
      woken.abort()
      await running
    },
  }
}
