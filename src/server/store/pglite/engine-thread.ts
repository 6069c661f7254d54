import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DatabaseError, DatabaseUnavailable } from '../database.ts'
import { UnreadableValue } from '../pg-values.ts'
import type { Connection } from '../transactions.ts'
import type { Answer, Question } from './engine.ts'

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * The database thread as a connection that answers one question at a time. When the thread ends, for any reason, the open question and all
 * later ones are answered with DatabaseUnavailable.
 */
export class EngineThread implements Connection {
  readonly #worker: Worker
  #waiting: Waiting | undefined
  #end: DatabaseUnavailable | undefined

  private constructor(folder: string) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder }, execArgv: [] })
    this.#worker.on('message', (answer: Answer) => this.#receive(answer))
    this.#worker.on('error', (error) => this.#finish(error.message))
    this.#worker.on('exit', () => this.#finish('the database is closed'))
  }

  /** Starts the thread on an initialised folder. @throws DatabaseUnavailable if the engine refuses to start */
  static async start(folder: string): Promise<EngineThread> {
    const thread = new EngineThread(folder)
    await thread.#answer()
    return thread
  }

  async query<Row>(sql: string, values: readonly (string | null)[]): Promise<Row[]> {
    const answer = await this.#ask({ kind: 'query', sql, values })
    // The caller names the shape of its rows, as with every driver.
    return answer.kind === 'rows' ? (answer.rows as Row[]) : []
  }

  async script(sql: string): Promise<void> {
    await this.#ask({ kind: 'script', sql })
  }

  async control(command: string): Promise<string> {
    const answer = await this.#ask({ kind: 'script', sql: command })
    return answer.kind === 'done' ? answer.command : ''
  }

  async copyTo(folder: string): Promise<void> {
    const answer = await this.#ask({ kind: 'copy', to: folder })
    if (answer.kind === 'uncopied') throw new Error(answer.message)
  }

  /** Shuts down the engine; a thread that has ended counts as closed. */
  async close(): Promise<void> {
    if (this.#end) return
    // Awaited together: if the thread breaks now, both reject, and each rejection needs a handler.
    await Promise.all([once(this.#worker, 'exit'), this.#ask({ kind: 'close' })])
  }

  #ask(question: Question): Promise<Answer> {
    if (this.#end) return Promise.reject(this.#end)
    this.#worker.postMessage(question)
    return this.#answer()
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  #receive(answer: Answer): void {
    // Under `node --watch`, Node itself uses this channel to report the thread's imports.
    if (!('kind' in answer)) return
    const waiting = this.#waiting
    if (answer.kind !== 'dead') this.#waiting = undefined
    if (answer.kind === 'dead') this.#finish(answer.message)
    else if (answer.kind === 'refused') waiting?.reject(new DatabaseError(answer.refusal))
    else if (answer.kind === 'unreadable') waiting?.reject(new UnreadableValue(answer.message))
    else waiting?.resolve(answer)
  }

  #finish(reason: string): void {
    this.#end ??= new DatabaseUnavailable(reason)
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
  }
}

/** The longest wait of a task for the writer's, provided that each of the writer's waits for at most one other. */
const WAIT_MS_MAX = 50

interface Turn {
  readonly since: number
  readonly begin: () => void
}

/**
 * Runs tasks one after another. The writer's come first, so that an order waits for one statement at most rather than for all that were
 * requested before it. The others keep their order, and one that has waited long runs after the writer's next task.
 */
export class TurnQueue {
  readonly #writers: Turn[] = []
  readonly #others: Turn[] = []
  #isBusy = false
  /** True if the newest task was one of the others. */
  #hadOther = false

  runFirst<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#run(this.#writers, task)
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#run(this.#others, task)
  }

  async #run<Result>(tasks: Turn[], task: () => Promise<Result>): Promise<Result> {
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
