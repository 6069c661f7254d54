import type { Answers } from '../engine/answers.ts'
import type { Pipeline } from '../store/database.ts'
import type { KeyOfUser } from '../store/outcomes.ts'
import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import { recallKeys } from './recall-answers.ts'

interface Question {
  commands: readonly QueuedCommand[]
}

/**
 * Commands that wait until the database has said whether their keys were answered. They have their own pipeline, so that they wait neither
 * for slow lists nor for the batches in flight, and they keep their deadlines.
 */
export class KeyLookUps {
  readonly #pipeline: Pipeline
  readonly #queue: CommandQueue
  #question: Question | undefined

  constructor({ pipeline, queue }: { pipeline: Pipeline; queue: CommandQueue }) {
    this.#pipeline = pipeline
    this.#queue = queue
  }

  get isUnderWay(): boolean {
    return this.#question !== undefined
  }

  /** @returns the commands that are within their deadlines; `undefined` if they were queued again meanwhile */
  async ask(
    answers: Answers,
    { commands, keys, now }: { commands: readonly QueuedCommand[]; keys: readonly KeyOfUser[]; now: number },
  ): Promise<QueuedCommand[] | undefined> {
    const question: Question = { commands }
    this.#question = question
    await recallKeys(this.#pipeline, answers, { keys, now })
    if (this.#question !== question) return undefined
    this.#question = undefined
    return this.#queue.inTime(question.commands)
  }

  refuseLate(): void {
    if (this.#question) this.#question.commands = this.#queue.inTime(this.#question.commands)
  }

  /** Queues the commands again, before those that came later. */
  putBack(): void {
    this.#queue.untake(this.#question?.commands ?? [])
    this.#question = undefined
  }

  close(): Promise<void> {
    return this.#pipeline.close()
  }
}
