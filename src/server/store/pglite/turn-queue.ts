/** The longest wait of a task for the writer's, provided that each of the writer's waits for at most one other. */
const WAIT_MS_MAX = 50

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/**
 * Runs tasks one after another. The writer's come first, so that an order waits for one statement at most rather than for all that were
 * requested before it. The others keep their order, and one that has waited long runs after the writer's next task.
 */
export class TurnQueue {
  readonly #writers: Waiting[] = []
  readonly #others: Waiting[] = []
  #isBusy = false
  /** True if the newest task was one of the others. */
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
