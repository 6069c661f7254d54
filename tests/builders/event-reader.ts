import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { StreamEvent } from '#contract/stream.ts'

export type Received = z.output<typeof StreamEvent> & { readonly id: string | undefined }
export type ReceivedOf<Name extends Received['event']> = Extract<Received, { event: Name }>

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  /** All events so far except heartbeats, in order, read through the contract. */
  readonly events: readonly Received[]
  readonly heartbeats: number
  /** Whether the server has ended the stream. */
  readonly ended: boolean
  /** The events of one kind. */
  all<Name extends Received['event']>(event: Name): ReceivedOf<Name>[]
  /** Waits until a condition holds for the received events. @throws Error after twenty seconds */
  until(what: string, holds: (reader: EventReader) => boolean): Promise<void>
  /** The id that a browser would send to go on. In a stream of several markets it stands alone, after its event. */
  lastId(): string | undefined
  close(): void
  /** Resolves when the stream has ended, in whatever way. */
  readonly finished: Promise<void>
}

/** Reads a stream as a browser's EventSource does, but without reconnecting. */
export async function readEvents(
  url: string,
  {
    token,
    lastEventId,
    onEvent,
  }: {
    token?: string | undefined
    lastEventId?: string | undefined
    /** Called for each event, heartbeats too; `events` stays empty then. */
    onEvent?: (event: Received) => void
  } = {},
): Promise<EventReader> {
  const stopping = new AbortController()
  const headers = new Headers({ accept: 'text/event-stream' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  const answer = await fetch(url, { headers, signal: stopping.signal })
  const events: Received[] = []
  const state: State = { ended: false, heartbeats: 0, lastId: undefined }
  const receive = (received: Received) => {
    if (received.event === 'heartbeat') state.heartbeats += 1
    if (onEvent) onEvent(received)
    else if (received.event !== 'heartbeat') events.push(received)
  }
  const finished = answer.status === 200 ? listen(answer, { state, receive }) : Promise.resolve()
  const reader: EventReader = {
    status: answer.status,
    headers: answer.headers,
    events,
    get heartbeats() {
      return state.heartbeats
    },
    get ended() {
      return state.ended
    },
    all: <Name extends Received['event']>(name: Name) =>
      events.filter((event): event is ReceivedOf<Name> => event.event === name),
    async until(what, holds) {
      for (let i = 0; i < 2_000 && !holds(reader); i++) await sleep(10)
      if (!holds(reader)) throw new Error(`waited in vain for ${what}; heard ${JSON.stringify(events).slice(-1_500)}`)
    },
    lastId: () => state.lastId,
    close: () => stopping.abort(),
    finished,
  }
  return reader
}

interface State {
  ended: boolean
  heartbeats: number
  lastId: string | undefined
}

async function listen(
  answer: Response,
  { state, receive }: { state: State; receive: (received: Received) => void },
): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        state.lastId = fieldIn(block, 'id') ?? state.lastId
        const received = readBlock(block)
        if (received) receive(received)
      }
    }
  } catch {
    // The stream was closed by us, or cut off.
  }
  state.ended = true
}

/** `undefined` for a block that is no event, such as the one with the reconnection time. */
function readBlock(block: string): Received | undefined {
  const [event, data] = [fieldIn(block, 'event'), fieldIn(block, 'data')]
  if (event === undefined || data === undefined) return undefined
  return { ...StreamEvent.parse({ event, data: JSON.parse(data) }), id: fieldIn(block, 'id') }
}

const fieldIn = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
