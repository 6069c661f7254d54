/** The receiver of a stream. */
export interface StreamListener {
  /** Sends one framed event. A client that has gone gets nothing, and one that reads too slowly is disconnected. */
  send(frame: Buffer): void
}

/** An answer of server-sent events, for as long as the client stays connected. */
export class EventStream {
  /** Begins to send, at once or later, and returns a function that stops it; a second call of that does nothing. */
  readonly open: (listener: StreamListener) => () => void

  constructor(open: (listener: StreamListener) => () => void) {
    this.open = open
  }
}
