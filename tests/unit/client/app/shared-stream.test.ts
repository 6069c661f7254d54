import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedStream, type StreamMessage } from '#client/app/shared-stream.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { FakeSource } from '#tests/builders/followed-stream.ts'

/** The channels of one browser. */
class FakeChannel {
  static readonly all = new Set<FakeChannel>()
  readonly name: string
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(name: string) {
    this.name = name
    FakeChannel.all.add(this)
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.all)
      if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }))
  }
  close() {
    FakeChannel.all.delete(this)
  }
}

/** The locks of one browser: each has a holder and those who wait for it. */
class FakeLocks {
  readonly #last = new Map<string, Promise<unknown>>()
  request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const turn = before.then(() => (signal.aborted ? undefined : hold()))
    this.#last.set(name, turn)
    return turn
  }
}

const { opened } = FakeSource
const open = () => opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED)
const tabs: Tab[] = []

class Tab {
  readonly got: string[] = []
  readonly lost: boolean[] = []
  #last = ''
  readonly stream: SharedStream
  constructor(market?: string) {
    this.stream = new SharedStream({
      market,
      lastEventId: () => this.#last,
      onEvent: (event) => this.#take(event),
      onLost: (isRefused) => this.lost.push(isRefused),
    })
    tabs.push(this)
  }
  #take({ name, lastEventId }: StreamMessage) {
    this.got.push(name)
    if (lastEventId !== '') this.#last = lastEventId
  }
}

const settled = () => vi.waitFor(() => expect(open().length).toBeGreaterThan(0)).then(() => rest())
/** All messages and locks that are on their way. */
async function rest() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

async function openTwo(): Promise<[Tab, Tab]> {
  const first = new Tab('GOLD_TOMAN')
  await settled()
  open()[0]?.send('reset', {}, '1-7.3')
  const second = new Tab('GOLD_TOMAN')
  await rest()
  return [first, second]
}

beforeEach(() => {
  opened.length = 0
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
})
afterEach(() => {
  for (const { stream } of tabs.splice(0)) stream.close()
  FakeChannel.all.clear()
  vi.unstubAllGlobals()
})

test('two tabs of a market have one connection, and the second gets the whole state and every change after it', async () => {
  const [first, second] = await openTwo()
  expect(open()).toHaveLength(1)
  expect(open()[0]?.url).toBe('/api/stream?market=GOLD_TOMAN')
  expect(second.got).toEqual([])
  open()[0]?.send('reset', {}, '1-8.3')
  open()[0]?.send('book', {}, '1-9.3')
  await rest()
  expect(first.got).toEqual(['reset', 'reset', 'book'])
  expect(second.got).toEqual(['reset', 'book'])
})

test('a change that arrives before the whole state is no part of what the tab has', async () => {
  const first = new Tab('GOLD_TOMAN')
  await settled()
  const second = new Tab('GOLD_TOMAN')
  open()[0]?.send('book', {}, '1-9.3')
  await rest()
  expect(first.got).toEqual(['book'])
  expect(second.got).toEqual([])
})

test('when the tab with the connection leaves, the next one goes on after the last event', async () => {
  const [first, second] = await openTwo()
  open()[0]?.send('reset', {}, '1-8.3')
  open()[0]?.send('book', {}, '1-9.3')
  await rest()
  first.stream.close()
  await settled()
  expect(open().map(({ url }) => url)).toEqual(['/api/stream?market=GOLD_TOMAN&lastEventId=1-9.3'])
  open()[0]?.send('book', {}, '1-10.3')
  await rest()
  expect(second.got).toEqual(['reset', 'book', 'book'])
  expect(first.got).toEqual(['reset', 'reset', 'book'])
})

test('a tab that leaves while it waits opens nothing later', async () => {
  const [first, second] = await openTwo()
  second.stream.close()
  first.stream.close()
  await rest()
  expect(open()).toEqual([])
})

test('a lost connection is lost for all tabs, and a refused one is told from one that comes back', async () => {
  const [first, second] = await openTwo()
  open()[0]?.breakOff()
  await rest()
  open()[0]?.refuse()
  await rest()
  expect([first.lost, second.lost]).toEqual([
    [false, true],
    [false, true],
  ])
})

test('another market and another session have channels of their own', async () => {
  const [first] = await openTwo()
  const other = new Tab('BTC_TOMAN')
  await rest()
  expect(open()).toHaveLength(2)
  Object.assign(document, { cookie: `${SESSION_MARK}=of-the-next; path=/` })
  const next = new Tab('GOLD_TOMAN')
  await rest()
  expect(open()).toHaveLength(3)
  open()[0]?.send('order', {})
  await rest()
  expect(first.got).toContain('order')
  expect([...other.got, ...next.got]).toEqual([])
  Object.assign(document, { cookie: `${SESSION_MARK}=; path=/; max-age=0` })
})

test('a message of another version of the app changes nothing', async () => {
  const [, second] = await openTwo()
  const strange = new FakeChannel([...FakeChannel.all][0]?.name ?? '')
  for (const message of [null, 'reset', { kind: 'event', name: 'reset' }, { kind: 'leave' }])
    strange.postMessage(message)
  await rest()
  expect(second.got).toEqual([])
})

test('without locks each tab has its own connection', async () => {
  vi.stubGlobal('navigator', {})
  new Tab('GOLD_TOMAN')
  new Tab('GOLD_TOMAN')
  await rest()
  expect(open()).toHaveLength(2)
})
