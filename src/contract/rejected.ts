import type { ErrorCode } from './errors.ts'

interface More {
  field?: string | undefined
  details?: unknown
  retryAfterSeconds?: number | undefined
}

/** A clear no, as a value. It changed nothing; `field` names what was wrong in the request, `details` is its `baseDTO`. */
export class Rejected {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown
  /** Of "too many": the seconds after which another try makes sense, as far as they are known. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { field, details, retryAfterSeconds }: More = {}) {
    this.code = code
    this.field = field
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const rejected = (code: ErrorCode, more?: More) => new Rejected(code, more)
