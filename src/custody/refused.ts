import type { CustodyRefusal } from '#contract/custody-refusals.ts'

/** A refusal as a value: nothing was signed and nothing was changed. */
export class Refused {
  readonly code: CustodyRefusal
  readonly reason: string | undefined

  constructor(code: CustodyRefusal, reason?: string) {
    this.code = code
    this.reason = reason
  }
}

export const refused = (code: CustodyRefusal, reason?: string) => new Refused(code, reason)
