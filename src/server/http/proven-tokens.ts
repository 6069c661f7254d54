import { hash } from 'node:crypto'
import type { FindCaller } from './guard.ts'

/** How long after its last proof a token still counts for its user. */
const PROVEN_MS = 60_000
const PROVEN_MAX = 50_000

interface Proof {
  readonly userId: number
  readonly untilMs: number
}

/**
 * Which tokens have lately been found to open a session, and whose. The limit of calls reads this, so that the calls of a
 * signed-in user count for that user also where no session is looked up. It decides nothing else.
 */
export class ProvenTokens {
  readonly #proofs = new Map<string, Proof>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** The same lookup, with what it finds remembered here. */
  following(findCaller: FindCaller): FindCaller {
    return (token) => {
      const found = findCaller(token)
      if (!(found instanceof Promise)) {
        this.#note(token, found?.userId)
        return found
      }
      return found.then((caller) => {
        this.#note(token, caller?.userId)
        return caller
      })
    }
  }

  /** The user whose session a token opens; `undefined` where that was not proven lately. */
  userOf(token: string): number | undefined {
    const proof = this.#proofs.get(keyOf(token))
    return proof && this.#nowMs() < proof.untilMs ? proof.userId : undefined
  }

  #note(token: string, userId: number | undefined): void {
    const key = keyOf(token)
    // Put in anew, so that the first of the map is the one that was proven longest ago.
    this.#proofs.delete(key)
    if (userId === undefined) return
    const [oldest] = this.#proofs.keys()
    if (this.#proofs.size >= PROVEN_MAX && oldest !== undefined) this.#proofs.delete(oldest)
    this.#proofs.set(key, { userId, untilMs: this.#nowMs() + PROVEN_MS })
  }
}

const keyOf = (token: string) => hash('sha256', token, 'base64url')
