import * as z from 'zod/mini'
import { sessionMark } from '#client/lib/session-mark.ts'
import { marketOfEvent, STREAM_EVENTS, STREAM_MARKETS_MAX, STREAM_PATH } from '#contract/stream.ts'

/** An event of the server as it arrived. */
export interface StreamMessage {
  readonly name: string
  readonly data: string
  readonly lastEventId: string
}

export interface StreamSettings {
  readonly market: string | undefined
  /** The id of the last event of its market that this tab received, from which a new connection goes on; empty for the whole state. */
  readonly lastEventId: () => string
  /** An event of this tab's market, or of none. */
  readonly onEvent: (event: StreamMessage) => void
  /** The connection has broken off; one that is refused does not come back by itself. */
  readonly onLost: (isRefused: boolean) => void
  /** Takes the connection from the tab that has it, which may be frozen. */
  readonly takesOver?: boolean
}

/** The messages between the tabs. Another version of the app may have sent them. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), name: z.string(), data: z.string(), lastEventId: z.string() }),
  z.object({ kind: z.literal('lost'), isRefused: z.boolean() }),
  /** A tab has come or gone. */
  z.object({ kind: z.literal('changed') }),
  /** The tab with the connection asks the others for their markets. */
  z.object({ kind: z.literal('call') }),
  /** The answer: the market of a tab, and the id of what it has of it; empty if that is nothing yet. */
  z.object({ kind: z.literal('want'), market: z.string(), lastEventId: z.string() }),
])
type Message = z.output<typeof Message>

/** How long the tab with the connection waits for the answers of the others. */
const CALL_MS = 50
/** Their ids name their market; the other events belong to all tabs. */
const OF_MARKET: readonly string[] = ['reset', 'book', 'trades', 'ticker']

/**
 * One connection for all tabs in sight of one session: the tab that holds a lock of the browser has it, asks the others for their markets and passes
 * all events on to them. When that tab closes or is hidden, the next one gets the lock, and each market goes on after its last event. For a tab that
 * joins, the holder connects anew, since only the server knows the whole state. Where there are no locks, as over plain HTTP, each tab has its own.
 */
export class SharedStream {
  /** When this tab last learnt that the connection lives. */
  receivedAt = performance.now()
  readonly #settings: StreamSettings
  #channel: BroadcastChannel | undefined
  readonly #ending = new AbortController()
  #isHolder = false
  #source: EventSource | undefined
  /** The id of the last event of each market of the connection; empty before the first. */
  #ids = new Map<string, string>()
  /** The answers of the tabs for each market, while the holder waits for them. */
  #wanted = new Map<string, string[]>()
  #calling: ReturnType<typeof setTimeout> | undefined
  /** Whether this tab has the whole state of its market, which later events change. */
  #isJoined = false

  constructor(settings: StreamSettings) {
    this.#settings = settings
    if ('locks' in navigator) this.#share()
    else {
      this.#isHolder = true
      this.#connect(new Map(this.#own()))
    }
  }

  close(): void {
    if (!this.#isHolder) this.#post({ kind: 'changed' })
    this.#ending.abort()
    this.#disconnect()
    this.#channel?.close()
  }

  #share(): void {
    // A session has a channel of its own: no event of one user reaches a page of the next.
    const name = `kimia-stream ${sessionMark() ?? ''}`
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }) => this.#take(data)
    this.#post({ kind: 'changed' })
    void this.#waitForTurn(name, this.#settings.takesOver)
  }

  async #waitForTurn(name: string, steal = false): Promise<void> {
    const { signal } = this.#ending
    const hold = async () => {
      if (signal.aborted) return
      this.#isHolder = true
      this.#call()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    // The request of a tab that leaves before its turn ends with an error, and so does that of a holder whose lock another tab has taken.
    await navigator.locks.request(name, steal ? { steal } : { signal }, hold).catch(() => undefined)
    if (signal.aborted || !this.#isHolder) return
    this.#isHolder = false
    this.#isJoined = false
    this.#disconnect()
    this.#post({ kind: 'changed' })
    void this.#waitForTurn(name)
  }

  #disconnect(): void {
    clearTimeout(this.#calling)
    this.#source?.close()
    this.#source = undefined
    this.#ids = new Map()
  }

  /** Asks the tabs for their markets, and connects if the connection does not bring each of them what it needs. */
  #call(): void {
    clearTimeout(this.#calling)
    this.#wanted = new Map()
    this.#post({ kind: 'call' })
    this.#calling = setTimeout(() => {
      this.#calling = undefined
      for (const [market, id] of this.#own()) this.#want(market, id)
      const wanted = new Map([...this.#wanted].map(([market, answers]) => [market, this.#resumeId(market, answers)]))
      const isServed = [...wanted].every(([market, id]) => id !== '' && this.#ids.has(market))
      if (!this.#source || !isServed || wanted.size < this.#ids.size) this.#connect(wanted)
    }, CALL_MS)
  }

  /** The market of this tab, and the id of what it has of it. */
  #own(): readonly (readonly [market: string, id: string])[] {
    const { market, lastEventId } = this.#settings
    return market === undefined ? [] : [[market, this.#isHolder || this.#isJoined ? lastEventId() : '']]
  }

  /** A tab that is still loading may answer late. */
  #takeAnswer(market: string, id: string): void {
    if (this.#calling !== undefined) this.#want(market, id)
    else if (this.#isHolder && (id === '' || !this.#ids.has(market))) this.#connect(new Map(this.#ids).set(market, ''))
  }

  #want(market: string, id: string): void {
    this.#wanted.set(market, [...(this.#wanted.get(market) ?? []), id])
  }

  /** All tabs that have a market have what this one passed on. If none was passed on yet, tabs with different ids need the whole state. */
  #resumeId(market: string, answers: readonly string[]): string {
    if (answers.includes('')) return ''
    const [first = ''] = answers
    return this.#ids.get(market) || (answers.every((id) => id === first) ? first : '')
  }

  #connect(wanted: ReadonlyMap<string, string>): void {
    this.#source?.close()
    this.#isJoined = true
    this.receivedAt = performance.now()
    // Tabs of further markets are left to poll.
    this.#ids = new Map([...wanted].slice(-STREAM_MARKETS_MAX))
    const parameters = { market: [...this.#ids.keys()], lastEventId: [...this.#ids.values()].filter(Boolean) }
    const query = Object.entries(parameters).flatMap(([name, list]) => (list.length > 0 ? `${name}=${list}` : []))
    const source = new EventSource(`/api${STREAM_PATH}${query.length > 0 ? `?${query.join('&')}` : ''}`)
    this.#source = source
    for (const name of STREAM_EVENTS)
      source.addEventListener(name, ({ data, lastEventId }) => {
        if (this.#source !== source) return
        const event = { name, data, lastEventId }
        if (OF_MARKET.includes(name)) this.#ids.set(marketOfEvent(lastEventId), lastEventId)
        this.#post({ kind: 'event', ...event })
        this.#receive(event)
      })
    source.onerror = () => {
      if (this.#source !== source) return
      const isRefused = source.readyState === EventSource.CLOSED
      this.#post({ kind: 'lost', isRefused })
      this.#settings.onLost(isRefused)
    }
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message)
  }

  #take(data: unknown): void {
    const { success, data: message } = Message.safeParse(data)
    if (!success || this.#ending.signal.aborted) return
    if (message.kind === 'changed') {
      if (this.#isHolder) this.#call()
    } else if (message.kind === 'want') this.#takeAnswer(message.market, message.lastEventId)
    else if (message.kind === 'call') this.#answer()
    else if (this.#isHolder) return
    else if (message.kind === 'lost') this.#settings.onLost(message.isRefused)
    else this.#receive(message)
  }

  #answer(): void {
    this.receivedAt = performance.now()
    for (const [market, lastEventId] of this.#own()) this.#post({ kind: 'want', market, lastEventId })
  }

  #receive({ name, data, lastEventId }: StreamMessage): void {
    this.receivedAt = performance.now()
    if (OF_MARKET.includes(name)) {
      if (marketOfEvent(lastEventId) !== this.#settings.market) return
      this.#isJoined ||= name === 'reset'
      if (!this.#isJoined) return
    }
    this.#settings.onEvent({ name, data, lastEventId })
  }
}
