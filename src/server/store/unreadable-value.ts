/** The database answered with a value that our types cannot hold: a numeric with a fraction, an endless timestamp. */
export class UnreadableValue extends RangeError {
  override readonly name = 'UnreadableValue'
}
