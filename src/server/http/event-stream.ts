/** Who hears a stream. */
export interface StreamListener {
  /** Sends one framed event. Nothing is kept for a client that has gone, and one that reads too slowly is dropped. */
  send(frame: Buffer): void
}

/** An answer that goes on: server-sent events, for as long as the client listens. */
export class EventStream {
  /** Begins to send, at once or later, and returns how to stop; stopping twice is stopping once. */
  readonly open: (listener: StreamListener) => () => void

  constructor(open: (listener: StreamListener) => () => void) {
    this.open = open
  }
}
