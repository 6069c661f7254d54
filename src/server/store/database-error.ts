/** What PostgreSQL says of a refusal, cut to what our code may act upon or log: its `detail` repeats values of the row. */
export interface Refusal {
  readonly message: string
  /** SQLSTATE, five characters: '23505' is a broken unique constraint. */
  readonly code: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
}

/** The database refused a statement, and kept nothing of it. */
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
