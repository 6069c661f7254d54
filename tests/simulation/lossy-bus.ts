import type { Command } from '#server/engine/commands.ts'
import { nameOf } from '#tests/oracle/naive-exchange.ts'
import type { Chance } from './chance.ts'

/** The possible mishaps of a message on its way to the exchange. */
const WEIGHTS = { well: 70, late: 8, doubled: 6, doubledLate: 6, answerLost: 5, lost: 5 }

/** The same for a message that nobody sends again. */
const ONCE_WEIGHTS = { ...WEIGHTS, doubled: 0, doubledLate: 0, answerLost: 0 }
const isNeverRepeated = (command: Command) => 'isNeverRepeated' in command && command.isNeverRepeated === true

/** The commands that one sender sends at one moment. */
export type Message = readonly Command[]

export interface BusSurroundings {
  readonly chance: Chance
  /** False: no mishaps occur. */
  readonly isDangerous: () => boolean
  /** Called with the mishap of each message. */
  readonly note: (mishap: string) => void
  /** Whether the exchange has a command with this name: another one with that name must wait. */
  readonly isInFlight: (command: Command) => boolean
  /** Whether a command with this name was ever sent to the exchange. */
  readonly wasSent: (command: Command) => boolean
}

/** Sends one command to a process; resolves with its answer, or when none can come any more. */
export type Submit = (command: Command) => Promise<void>

/**
 * The transport of commands to the exchange: commands are lost, doubled, or overtaken, and answers are lost, so that commands are sent
 * again.
 */
export class LossyBus {
  readonly #around: BusSurroundings
  #late: { readonly message: Message; in: number }[] = []
  /** The names of commands that never arrived and that nobody sends again. */
  readonly lost: string[] = []

  constructor(around: BusSurroundings) {
    this.#around = around
  }

  send(message: Message, submit: Submit): void {
    const { chance, isDangerous, wasSent, note } = this.#around
    const mishap = isDangerous() ? chance.weighted(message.some(isNeverRepeated) ? ONCE_WEIGHTS : WEIGHTS) : 'well'
    note(`command ${mishap}`)
    switch (mishap) {
      case 'well':
        this.#deliver(message, submit)
        break
      case 'late':
        this.#delay(message)
        break
      case 'doubled':
        this.#deliver([...message, ...message], submit)
        break
      case 'doubledLate':
        this.#deliver(message, submit)
        this.#delay(message)
        break
      case 'answerLost':
        this.#deliver(message, async (command) => {
          await submit(command)
          this.#delay([command])
        })
        break
      case 'lost':
        this.lost.push(
          ...message.flatMap((command) => ('key' in command && !wasSent(command) ? [nameOf(command)] : [])),
        )
        break
    }
    for (const each of this.#late) each.in -= 1
    const due = this.#late.filter((each) => each.in <= 0)
    this.#late = this.#late.filter((each) => each.in > 0)
    for (const { message } of due) this.#deliver(message, submit)
  }

  /** Delivers everything that is on its way. @returns whether there was anything */
  flush(submit: Submit): boolean {
    const late = this.#late.splice(0)
    for (const { message } of late) this.#deliver(message, submit)
    return late.length > 0
  }

  #deliver(message: Message, submit: Submit): void {
    if (message.some(this.#around.isInFlight)) this.#delay(message)
    else for (const command of message) void submit(structuredClone(command))
  }

  #delay(message: Message): void {
    this.#late.push({ message, in: 1 + this.#around.chance.below(12) })
  }
}
