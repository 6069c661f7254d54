/** How old a signed call may be by its own time. */
export const AGE_MS_MAX = 30_000
/** How far ahead of ours a program's clock may be. */
export const AHEAD_MS_MAX = 1_000

/** Nonces of one key that are remembered at a time: more than the limit of calls lets through. */
const PER_KEY_MAX = 10_000

export type CallTime = 'new' | 'used' | 'outside' | 'beforeStart' | 'tooMany'

interface Asked {
  readonly keyId: number
  readonly nonce: string
  /** Milliseconds since 1970; not a number where there is none. */
  readonly timeMs: number
}

/**
 * Takes each signed call once. Nonces are remembered in memory, for as long as a call that carries them would be in time: a row in SQL for
 * each would cost a commit a call. What this memory loses with its process is refused by time instead: the process before could only have
 * taken calls of before the start, or of `AHEAD_MS_MAX` behind it, and this one takes none of those. A program's calls are so refused
 * for the first second of a server, with a code that asks for another try.
 */
export class UsedNonces {
  /** By key and nonce, with the time until which it is remembered; oldest first. */
  readonly #until = new Map<string, { readonly keyId: number; readonly untilMs: number }>()
  readonly #counts = new Map<number, number>()
  readonly #startedMs: number
  /** Never goes back, so that a clock that does brings no old call back into time. */
  #nowMs: number

  constructor(startedAt: Date) {
    this.#startedMs = startedAt.getTime()
    this.#nowMs = this.#startedMs
  }

  /** Call it for calls whose signature is right, so that nobody else can fill this memory. */
  take({ keyId, nonce, timeMs }: Asked, now: Date): CallTime {
    this.#nowMs = Math.max(this.#nowMs, now.getTime())
    this.#forget()
    const isInTime = timeMs >= this.#nowMs - AGE_MS_MAX && timeMs <= this.#nowMs + AHEAD_MS_MAX
    if (!isInTime) return 'outside'
    if (timeMs <= this.#startedMs + AHEAD_MS_MAX) return 'beforeStart'
    const entry = `${keyId} ${nonce}`
    if (this.#until.has(entry)) return 'used'
    const count = this.#counts.get(keyId) ?? 0
    if (count >= PER_KEY_MAX) return 'tooMany'
    this.#until.set(entry, { keyId, untilMs: this.#nowMs + AGE_MS_MAX + AHEAD_MS_MAX })
    this.#counts.set(keyId, count + 1)
    return 'new'
  }

  #forget(): void {
    for (const [entry, { keyId, untilMs }] of this.#until) {
      if (untilMs >= this.#nowMs) return
      this.#until.delete(entry)
      const left = (this.#counts.get(keyId) ?? 1) - 1
      if (left > 0) this.#counts.set(keyId, left)
      else this.#counts.delete(keyId)
    }
  }
}
