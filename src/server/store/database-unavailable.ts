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
