import type { Reference } from '#domain/ledger.ts'
import { ANSWERS_KEPT_MS, type Answers, type EngineState } from '../engine/state.ts'
import type { Pipeline, Queryable } from '../store/database.ts'
import { deleteOldOutcomes, findOutcomes, findReferences, type KeyOfUser, readOutcomes } from '../store/outcomes.ts'
import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import type { ExchangeSettings, Request } from './exchange.ts'

/** Reads as many of the newest answers as memory holds. */
export async function recallNewest(database: Queryable, answers: Answers, now: number): Promise<void> {
  const newest = await readOutcomes(database, { since: dayBefore(now), rowsMax: answers.max + 1 })
  for (const answered of newest) answers.add(answered)
  // If one answer more than memory holds was read, dropping it records that older ones exist.
  answers.trim()
  answers.beginHere()
}

/** Questions that memory cannot answer alone: whether keys were answered, and whether references of credits and holds are taken. */
export interface Undecided {
  readonly keys: readonly KeyOfUser[]
  readonly references: readonly Reference[]
}

/** Reads the stored answers under these keys, and which of these references are taken. */
async function recall(
  database: Queryable,
  { answers, references }: EngineState,
  { undecided, now }: { undecided: Undecided; now: number },
): Promise<void> {
  const { keys } = undecided
  if (keys.length > 0)
    for (const answered of await findOutcomes(database, { keys, since: dayBefore(now) })) answers.add(answered)
  if (undecided.references.length === 0) return
  for (const taken of await findReferences(database, undecided.references)) references.add(taken)
}

/** `undefined`: memory knows all that these requests need. */
export function undecidedOf(
  { answers, references }: EngineState,
  asked: { readonly batch: readonly { readonly command: Request }[]; readonly now: number },
): Undecided | undefined {
  const keys = undecidedKeys(answers, asked)
  const named: Reference[] = []
  for (const { command } of asked.batch) {
    if (!('reference' in command) || command.type === 'release' || command.type === 'settle') continue
    const reference = { kind: command.type, reference: command.reference }
    if (!references.has(reference)) named.push(reference)
  }
  return keys.length + named.length === 0 ? undefined : { keys, references: named }
}

function undecidedKeys(
  answers: Answers,
  { batch, now }: { readonly batch: readonly { readonly command: Request }[]; readonly now: number },
): KeyOfUser[] {
  if (answers.isComplete(now)) return []
  return batch.flatMap(({ command }) => {
    if (!('key' in command) || ('isNeverRepeated' in command && command.isNeverRepeated)) return []
    const { userId, key } = command
    return answers.find(userId, key, now) || answers.isYounger(userId, key) ? [] : { userId, key }
  })
}

const dayBefore = (now: number) => new Date(now - ANSWERS_KEPT_MS)

interface Question {
  commands: readonly QueuedCommand[]
}

/**
 * Commands that wait until the database has said whether their keys and references are known. They have their own pipeline, so that they wait neither
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
    state: EngineState,
    { commands, ...asked }: { commands: readonly QueuedCommand[]; undecided: Undecided; now: number },
  ): Promise<QueuedCommand[] | undefined> {
    const question: Question = { commands }
    this.#question = question
    await recall(this.#pipeline, state, asked)
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

const PRUNE_EVERY_MS = 5_000
/** The pause while more rows are due: it deletes twice as many a second as the highest measured rate of commands. */
const PRUNE_EVERY_MS_BEHIND = 100
const PRUNED_ROWS_MAX = 2_000

/** Deletes the rows of answers that are too old for a repeat, from time to time and without delaying the batches. */
export class OutcomePruner {
  readonly #database: Queryable
  readonly #log: ExchangeSettings['log']
  #dueAt = 0
  #isAtWork = false

  constructor(database: Queryable, log: ExchangeSettings['log']) {
    this.#database = database
    this.#log = log
  }

  /** Cheap enough to call with every batch. */
  prune(now: number): void {
    if (this.#isAtWork || now < this.#dueAt) return
    this.#isAtWork = true
    void this.#delete(now)
  }

  async #delete(now: number): Promise<void> {
    try {
      const count = await deleteOldOutcomes(this.#database, {
        before: new Date(now - ANSWERS_KEPT_MS),
        rowsMax: PRUNED_ROWS_MAX,
      })
      this.#dueAt = now + (count === PRUNED_ROWS_MAX ? PRUNE_EVERY_MS_BEHIND : PRUNE_EVERY_MS)
    } catch (error) {
      this.#dueAt = now + PRUNE_EVERY_MS
      this.#log.warn({ err: error }, 'old answers could not be deleted; they are tried again')
    }
    this.#isAtWork = false
  }
}
