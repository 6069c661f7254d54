/** PostgreSQL's description of a refusal, limited to what our code may use or log: its `detail` repeats values of the row. */
export interface Refusal {
  readonly message: string
  /** SQLSTATE, five characters: '23505' is a broken unique constraint. */
  readonly code: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
}

/** The database refused a statement, which had no effect. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.code = refusal.code
    this.constraint = refusal.constraint
    this.table = refusal.table
    this.column = refusal.column
  }
}

/**
 * The database could not be reached, was lost, or is closed. A statement or commit in progress may or may not have taken effect: only a
 * query on a new connection can tell.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
