import * as z from 'zod/mini'
import { sessionMark } from '#client/lib/session-mark.ts'
import { STREAM_EVENTS, STREAM_PATH } from '#contract/stream.ts'

/** An event of the server as it arrived. */
export interface StreamMessage {
  readonly name: string
  readonly data: string
  readonly lastEventId: string
}

export interface StreamSettings {
  readonly market: string | undefined
  /** The id of the last event that this tab received, from which a new connection goes on; empty for the whole state. */
  readonly lastEventId: () => string
  readonly onEvent: (event: StreamMessage) => void
  /** The connection has broken off; one that is refused does not come back by itself. */
  readonly onLost: (isRefused: boolean) => void
}

/** The messages between the tabs. Another version of the app may have sent them. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), name: z.string(), data: z.string(), lastEventId: z.string() }),
  z.object({ kind: z.literal('lost'), isRefused: z.boolean() }),
  /** A tab that has nothing yet asks for the whole state. */
  z.object({ kind: z.literal('join') }),
])
type Message = z.output<typeof Message>

/**
 * One connection for all tabs in sight that show the same market to the same user: the tab that holds a lock of the browser has it and passes its
 * events on to the others. When that tab closes or is hidden, the next one gets the lock and goes on after the last event that it received. A tab
 * that joins makes the holder connect anew, since only the server knows the whole state. Tabs of another market have a connection of their own:
 * events do not name their market. Where there are no locks, as over plain HTTP, each tab has its own.
 */
export class SharedStream {
  readonly #settings: StreamSettings
  #channel: BroadcastChannel | undefined
  readonly #ending = new AbortController()
  #source: EventSource | undefined
  /** Whether this tab has the whole state, which later events change. */
  #isJoined = false

  constructor(settings: StreamSettings) {
    this.#settings = settings
    if ('locks' in navigator) this.#share()
    else this.#connect(settings.lastEventId())
  }

  close(): void {
    this.#ending.abort()
    this.#channel?.close()
    this.#source?.close()
    this.#source = undefined
  }

  #share(): void {
    // A session has channels of its own: no event of one user reaches a page of the next.
    const name = `kimia-stream ${this.#settings.market ?? ''} ${sessionMark() ?? ''}`
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }) => this.#take(data)
    this.#post({ kind: 'join' })
    void this.#waitForTurn(name)
  }

  async #waitForTurn(name: string): Promise<void> {
    const { signal } = this.#ending
    const hold = async () => {
      if (signal.aborted) return
      this.#connect(this.#settings.lastEventId())
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    // The request of a tab that leaves before its turn ends with an error.
    await navigator.locks.request(name, { signal }, hold).catch(() => undefined)
  }

  #connect(lastEventId: string): void {
    this.#source?.close()
    this.#isJoined = true
    const { market, onEvent, onLost } = this.#settings
    const query = new URLSearchParams()
    if (market !== undefined) query.set('market', market)
    if (lastEventId !== '') query.set('lastEventId', lastEventId)
    const search = query.toString()
    const source = new EventSource(`/api${STREAM_PATH}${search && `?${search}`}`)
    this.#source = source
    for (const name of STREAM_EVENTS)
      source.addEventListener(name, ({ data, lastEventId: id }) => {
        if (this.#source !== source) return
        const event = { name, data, lastEventId: id }
        this.#post({ kind: 'event', ...event })
        onEvent(event)
      })
    source.onerror = () => {
      if (this.#source !== source) return
      const isRefused = source.readyState === EventSource.CLOSED
      this.#post({ kind: 'lost', isRefused })
      onLost(isRefused)
    }
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message)
  }

  #take(data: unknown): void {
    const { success, data: message } = Message.safeParse(data)
    if (!success || this.#ending.signal.aborted) return
    if (message.kind === 'join') {
      if (this.#source) this.#connect('')
    } else if (this.#source) return
    else if (message.kind === 'lost') this.#settings.onLost(message.isRefused)
    else this.#follow(message)
  }

  #follow({ name, data, lastEventId }: Extract<Message, { kind: 'event' }>): void {
    // The holder's new connection begins with the whole state; events before it change a state that this tab does not have.
    const { market } = this.#settings
    this.#isJoined ||= name === (market === undefined ? 'refetch' : 'reset')
    if (this.#isJoined) this.#settings.onEvent({ name, data, lastEventId })
  }
}
