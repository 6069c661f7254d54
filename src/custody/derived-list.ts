import { randomInt } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

interface Derivation {
  /** The deposit address of an index, in the form in which blocks name it. */
  readonly derive: (index: number) => string
  /** Public, and the same for the same list. */
  readonly extendedPublicKey: string
  /**
   * Keeps the list between two runs: a derivation takes a millisecond, and without the file each start of an exchange with 50,000 users would
   * read no block for a minute. Deleted, it is made anew.
   */
  readonly file: string
}

/** Derivations between two turns of the event loop. */
const AT_ONCE = 100
/** Lines of the file that are derived again at a start, besides the first and the last. */
const CHECKED = 8

/** The deposit addresses of an account from index 0 on, and the index of each. */
export class DerivedList {
  readonly #derivation: Derivation
  readonly #indices = new Map<string, number>()
  #saved = 0

  constructor(derivation: Derivation) {
    this.#derivation = derivation
    for (const [index, text] of this.#read().entries()) this.#indices.set(text, index)
    this.#saved = this.#indices.size
  }

  indexOf(text: string): number | undefined {
    return this.#indices.get(text)
  }

  /** Makes sure that all indices below one are known. Calls may overlap. */
  async ensure(below: number): Promise<void> {
    while (this.#indices.size < below) {
      const index = this.#indices.size
      this.#indices.set(this.#derivation.derive(index), index)
      if (index % AT_ONCE === 0) await new Promise(setImmediate)
    }
    this.#save()
  }

  #save(): void {
    const { file, extendedPublicKey } = this.#derivation
    if (this.#saved === this.#indices.size) return
    const added = [...this.#indices.keys()].slice(this.#saved)
    if (this.#saved === 0) writeFileSync(file, `${extendedPublicKey}\n`, { mode: 0o600 })
    appendFileSync(file, added.map((text) => `${text}\n`).join(''))
    this.#saved = this.#indices.size
  }

  /** The lines of the file; none if it is of another account, was cut off, or a line is not what the account derives. */
  #read(): string[] {
    const { file, extendedPublicKey, derive } = this.#derivation
    const [head, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (head !== extendedPublicKey || lines.pop() !== '' || lines.length === 0) return []
    const checked = [0, lines.length - 1, ...Array.from({ length: CHECKED }, () => randomInt(lines.length))]
    const isSound = new Set(lines).size === lines.length && checked.every((index) => lines[index] === derive(index))
    return isSound ? lines : []
  }
}
