/**
 * The database could not be reached, was lost on the way, or is closed. A statement or a commit under way may or may
 * not have been kept: only a query on a new connection can tell.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
