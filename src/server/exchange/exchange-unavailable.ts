/** The command was certainly not executed: it never reached the database. The same key or another may ask again. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable'
}

/** The command was handed to the database, and nobody can say yet whether it was committed: only the same key asks again safely. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
