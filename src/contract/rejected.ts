import type { ErrorCode } from './errors.ts'

/** A clear no, as a value. It changed nothing; `field` names what was wrong in the request, `details` is its `baseDTO`. */
export class Rejected {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: unknown

  constructor(code: ErrorCode, { field, details }: { field?: string | undefined; details?: unknown } = {}) {
    this.code = code
    this.field = field
    this.details = details
  }
}

export const rejected = (code: ErrorCode, more?: { field?: string | undefined; details?: unknown }) =>
  new Rejected(code, more)
