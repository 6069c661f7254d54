/** The receiver of a stream. */
export interface StreamListener {
  /** Sends one framed event. A disconnected client gets nothing, and one that reads too slowly is disconnected. */
  send(frame: Buffer): void
}

/** An answer of server-sent events that lasts as long as the client stays connected. */
export class EventStream {
  /** Starts sending, immediately or later, and returns a function that stops it; calling that twice does no harm. */
  readonly open: (listener: StreamListener) => () => void

  constructor(open: (listener: StreamListener) => () => void) {
    this.open = open
  }
}
