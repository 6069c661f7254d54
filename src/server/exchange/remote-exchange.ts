import { setTimeout as sleep } from 'node:timers/promises'
import { readId } from '#domain/counts.ts'
import { QUEUE_FULL, WAIT_MS_MAX } from './command-queue.ts'
import { errorOf, REPLIES, REQUESTS } from './command-wire.ts'
import {
  type Exchange,
  ExchangeUnavailable,
  OutcomeUnknown,
  type Reply,
  type Request,
  type SubmitOptions,
} from './exchange.ts'
import { RemoteFeed } from './remote-feed.ts'
import { WriterCalls, type WriterCallsSettings, WriterUnreached } from './writer-calls.ts'

/** The exchange of a writer in another process: its doors are the same, and what passes through them goes over HTTP. */
export function connectExchange(settings: WriterCallsSettings): Exchange {
  const calls = new WriterCalls(settings)
  const feed = new RemoteFeed(calls)
  const commands = new RemoteCommands(calls)
  return {
    async submit(command, options) {
      const reply = await commands.send(command, options)
      if (reply.kind === 'found' || reply.kind === 'unfinished') throw new Error(`a command was answered ${reply.kind}`)
      return reply
    },
    async findOutcome(whose) {
      await commands.ended(whose)
      const reply = await commands.send({ type: 'findOutcome', ...whose })
      return reply.kind === 'found' ? reply.outcome : undefined
    },
    subscribe: (from, subscriber) => feed.subscribe(from, subscriber),
    settled: () => feed.settled(),
    isServing: feed.isServing,
    ageMs: feed.ageMs,
    async close() {
      await commands.close()
      await feed.close()
      await calls.close()
    },
  }
}

interface Sent {
  readonly request: Request
  /** Both as text. */
  readonly line: string
  readonly deadline: number
  readonly traceparent: string | undefined
  /** True while a writer has it, and after its answer was lost: it may have been committed. */
  mayBeCommitted: boolean
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** Calls at a time; what is asked for meanwhile shares the next one. */
const CALLS_MAX = 4
const RETRY_MS = 100
const LATE_CHECK_MS = 250
/** The writer refuses what is late by itself; its answer may take this much longer. */
const ANSWER_MS_MAX = 1_000

/**
 * Sends commands to the writer. Those whose answers are lost, or that one writer leaves to the next, are sent again until their deadlines:
 * whatever was committed is found by its key.
 */
class RemoteCommands {
  readonly #calls: WriterCalls
  readonly #underWay = new Set<Sent>()
  readonly #clock: NodeJS.Timeout
  #queue: Sent[] = []
  #calling = 0
  #isAboutToSend = false
  #isClosed = false
  #onIdle: (() => void) | undefined

  constructor(calls: WriterCalls) {
    this.#calls = calls
    this.#clock = setInterval(() => this.#refuseLate(), LATE_CHECK_MS)
    this.#clock.unref()
  }

  send(request: Request, { deadline = Date.now() + WAIT_MS_MAX, traceparent }: SubmitOptions = {}): Promise<Reply> {
    if (this.#isClosed) return Promise.reject(new ExchangeUnavailable('the exchange is closed'))
    return new Promise((resolve, reject) => {
      const line = `${REQUESTS.encode({ request, deadline, ...(traceparent !== undefined && { traceparent }) })}\n`
      const sent: Sent = { request, line, deadline, traceparent, mayBeCommitted: false, resolve, reject }
      this.#underWay.add(sent)
      this.#queue.push(sent)
      this.#sendSoon()
    })
  }

  /** Resolves when this process does not send a command under this key any more: found before, "nothing" would not be final. */
  async ended({ userId, key }: { readonly userId: number; readonly key: string }): Promise<void> {
    const isIt = ({ request }: Sent) =>
      request.type !== 'findOutcome' && 'key' in request && request.userId === userId && request.key === key
    while ([...this.#underWay].some(isIt)) await sleep(RETRY_MS)
  }

  /** Waits for the answers to what was sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#underWay.size > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    clearInterval(this.#clock)
  }

  #sendSoon(): void {
    if (this.#isAboutToSend || this.#calling === CALLS_MAX) return
    this.#isAboutToSend = true
    setImmediate(() => {
      this.#isAboutToSend = false
      const batch = this.#queue.splice(0).filter((sent) => this.#underWay.has(sent))
      if (batch.length > 0) void this.#call(batch)
    })
  }

  async #call(batch: readonly Sent[]): Promise<void> {
    this.#calling += 1
    const unanswered = new Set(batch)
    const again: Sent[] = []
    const inDoubt = new Set(batch.filter(({ mayBeCommitted }) => mayBeCommitted))
    for (const sent of batch) sent.mayBeCommitted = true
    try {
      const asked = {
        body: batch.map(({ line }) => line).join(''),
        traceparents: batch.flatMap(({ traceparent }) => traceparent ?? []),
        silenceMsMax: WAIT_MS_MAX + ANSWER_MS_MAX,
      }
      for await (const line of this.#calls.lines('/commands', asked)) {
        const space = line.indexOf(' ')
        const sent = batch[readId(line.slice(0, space))]
        if (!sent || !unanswered.delete(sent)) throw new Error('the writer answered what was not asked')
        if (!this.#answer(sent, { reply: REPLIES.decode(line.slice(space + 1)), isInDoubt: inDoubt.has(sent) }))
          again.push(sent)
      }
    } catch (error) {
      if (error instanceof WriterUnreached) for (const sent of unanswered) sent.mayBeCommitted = inDoubt.has(sent)
    }
    this.#calling -= 1
    again.push(...unanswered)
    if (again.length > 0) setTimeout(() => this.#sendAgain(again), RETRY_MS)
    this.#sendSoon()
  }

  /** `false`: this writer leaves it to the next one. */
  #answer(sent: Sent, { reply, isInDoubt }: { reply: ReturnType<typeof REPLIES.decode>; isInDoubt: boolean }): boolean {
    if (reply.kind !== 'failed') {
      this.#end(sent, () => sent.resolve(reply))
      return true
    }
    const error = errorOf(reply)
    if (error instanceof OutcomeUnknown) return false
    if (!(error instanceof ExchangeUnavailable)) {
      this.#end(sent, () => sent.reject(error))
      return true
    }
    // Nothing came of it here.
    sent.mayBeCommitted = isInDoubt
    if (reply.reason === QUEUE_FULL) this.#refuse(sent, QUEUE_FULL)
    return reply.reason === QUEUE_FULL
  }

  #sendAgain(batch: readonly Sent[]): void {
    for (const sent of batch)
      if (sent.mayBeCommitted && isNeverRepeated(sent)) this.#refuse(sent, 'its answer was lost')
    this.#queue = [...batch, ...this.#queue]
    this.#refuseLate()
    this.#sendSoon()
  }

  #refuseLate(): void {
    const now = Date.now()
    const isLate = ({ deadline }: Sent) => deadline < now
    for (const sent of this.#queue) if (isLate(sent)) this.#refuse(sent, 'no writer was found in time')
    for (const sent of this.#underWay)
      if (sent.deadline + ANSWER_MS_MAX < now) this.#refuse(sent, 'no answer came in time')
  }

  #refuse(sent: Sent, reason: string): void {
    this.#end(sent, () =>
      sent.reject(sent.mayBeCommitted ? new OutcomeUnknown(reason) : new ExchangeUnavailable(reason)),
    )
  }

  #end(sent: Sent, answer: () => void): void {
    if (!this.#underWay.delete(sent)) return
    answer()
    if (this.#underWay.size === 0) this.#onIdle?.()
  }
}

const isNeverRepeated = ({ request }: Sent) => 'isNeverRepeated' in request && request.isNeverRepeated === true
