/** The suite is made for machines with two cores: two gates of one core run at a time. */
export const CORES = 2

/** Work that keeps this number of cores busy. */
export interface Job {
  readonly cores: number
  readonly run: () => Promise<void>
}

/** Runs jobs in order, as many at a time as the cores allow: each starts when the running ones leave enough cores. */
export async function runSideBySide(jobs: readonly Job[], cores: number): Promise<void> {
  let free = cores
  const running = new Set<Promise<void>>()
  for (const job of jobs) {
    const needed = Math.min(job.cores, cores)
    while (free < needed) await Promise.race(running)
    free -= needed
    const work = job.run().finally(() => {
      free += needed
      running.delete(work)
    })
    running.add(work)
  }
  await Promise.all(running)
}
