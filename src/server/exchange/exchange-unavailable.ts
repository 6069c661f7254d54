/** The command was not carried out, or nobody can say yet whether it was: the same key asks again safely. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable'
}
