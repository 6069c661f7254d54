/** No task waits longer than this behind the writer's, as long as each of the writer's waits for one other at most. */
const WAIT_MS_MAX = 50

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/**
 * Runs tasks one after the other. The writer's come first, so that an order waits for one statement at most and not for all that were asked
 * before it; the others keep their order, and one of them that has waited long has its turn after the writer's next task.
 */
export class TurnQueue {
  readonly #writers: Waiting[] = []
  readonly #others: Waiting[] = []
  #isBusy = false
  /** The newest task was one of the others. */
  #hadOther = false

  runFirst<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#run(this.#writers, task)
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#run(this.#others, task)
  }

  async #run<Result>(tasks: Waiting[], task: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      tasks.push({ since: performance.now(), begin })
      this.#beginNext()
    })
    try {
      return await task()
    } finally {
      this.#isBusy = false
      this.#beginNext()
    }
  }

  #beginNext(): void {
    if (this.#isBusy) return
    const [oldest] = this.#others
    const hasWaited = oldest !== undefined && performance.now() - oldest.since >= WAIT_MS_MAX
    const isWriters = this.#writers.length > 0 && (this.#hadOther || !hasWaited)
    const next = (isWriters ? this.#writers : this.#others).shift()
    if (!next) return
    this.#hadOther = !isWriters
    this.#isBusy = true
    next.begin()
  }
}
