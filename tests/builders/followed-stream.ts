import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import { followStream } from '#client/app/live-stream.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { shownMarket } from '#client/lib/live.ts'
import { person } from './session.ts'

/** A stream that the test serves. */
export class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly opened: FakeSource[] = []
  readonly url: string
  readyState = 1
  #lastId = ''
  onerror: (() => void) | null = null
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  /** As in a browser, an event without an id of its own has that of the last one. */
  send(event: string, data: unknown, lastEventId = this.#lastId) {
    this.#lastId = lastEventId
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }))
  }
  refetch(what: string) {
    this.send('refetch', { what })
  }
  /** The browser opens it again by itself. */
  breakOff() {
    this.readyState = 0
    this.onerror?.()
  }
  refuse() {
    this.close()
    this.onerror?.()
  }
}

/** Follows the stream as the app does, for a signed-in user. The test serves the streams. */
export function followedStream() {
  const { opened } = FakeSource
  const world = { client: new QueryClient() }
  let stop: () => void = () => undefined
  beforeEach(() => {
    vi.stubGlobal('EventSource', FakeSource)
    vi.useFakeTimers()
    opened.length = 0
    world.client = new QueryClient()
    world.client.setQueryData(sessionQuery().queryKey, person())
    stop = followStream(world.client)
  })
  afterEach(() => {
    stop()
    shownMarket.set(() => undefined)
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const open = () => opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED)
  return { opened, open, world }
}

/** Brings the page into sight, or hides it. */
export function see(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
