import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedStream, type StreamMessage } from '#client/app/shared-stream.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { STREAM_MARKETS_MAX } from '#contract/stream.ts'
import { FakeChannel, FakeLocks } from '#tests/builders/fake-tabs.ts'
import { FakeSource } from '#tests/builders/followed-stream.ts'

const { opened } = FakeSource
const open = () => opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED)
const urls = () => open().map(({ url }) => url)
const tabs: Tab[] = []

class Tab {
  readonly got: string[] = []
  readonly lost: boolean[] = []
  #last = ''
  readonly stream: SharedStream
  constructor(market?: string, takesOver = false) {
    this.stream = new SharedStream({
      market,
      takesOver,
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

/** All messages, locks and answers that are on their way. */
const rest = () => vi.advanceTimersByTimeAsync(60)

async function openTab(market?: string): Promise<Tab> {
  const tab = new Tab(market)
  await rest()
  return tab
}

async function send(...args: Parameters<FakeSource['send']>): Promise<void> {
  open()[0]?.send(...args)
  await rest()
}

/** Two tabs of a market that have the whole state of it. */
async function openTwo(): Promise<[Tab, Tab]> {
  const first = await openTab('GOLD_TOMAN')
  await send('reset', {}, 'GOLD_TOMAN-7.3')
  const second = await openTab('GOLD_TOMAN')
  await send('reset', {}, 'GOLD_TOMAN-8.3')
  return [first, second]
}

/** Two tabs of two markets that have the whole state of theirs. */
async function openBoth(): Promise<[Tab, Tab]> {
  const gold = await openTab('GOLD_TOMAN')
  await send('reset', {}, 'GOLD_TOMAN-7.3')
  const btc = await openTab('BTC_TOMAN')
  await send('reset', {}, 'BTC_TOMAN-4.1')
  return [gold, btc]
}

beforeEach(() => {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
})
afterEach(() => {
  for (const { stream } of tabs.splice(0)) stream.close()
  FakeChannel.all.clear()
  FakeChannel.delayMs = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('two tabs of a market have one connection, and the second gets the whole state and every change after it', async () => {
  const first = await openTab('GOLD_TOMAN')
  await send('reset', {}, 'GOLD_TOMAN-7.3')
  const second = await openTab('GOLD_TOMAN')
  expect(urls()).toEqual(['/api/stream?market=GOLD_TOMAN'])
  expect(second.got).toEqual([])
  await send('reset', {}, 'GOLD_TOMAN-8.3')
  await send('book', {}, 'GOLD_TOMAN-9.3')
  expect(first.got).toEqual(['reset', 'reset', 'book'])
  expect(second.got).toEqual(['reset', 'book'])
})

test('tabs of different markets have one connection too, each gets its own market, and all get what belongs to the user', async () => {
  const [gold, btc] = await openBoth()
  expect(urls()).toEqual(['/api/stream?market=BTC_TOMAN,GOLD_TOMAN&lastEventId=GOLD_TOMAN-7.3'])
  await send('book', {}, 'GOLD_TOMAN-8.3')
  await send('trades', {}, 'BTC_TOMAN-4.2')
  await send('order', {})
  await send('heartbeat', {})
  expect(gold.got).toEqual(['reset', 'book', 'order', 'heartbeat'])
  expect(btc.got).toEqual(['reset', 'trades', 'order', 'heartbeat'])
})

test('a tab without a market gets what belongs to the user, from the connection of the others', async () => {
  await openTab('GOLD_TOMAN')
  const wallet = await openTab()
  await send('reset', {}, 'GOLD_TOMAN-7.3')
  await send('balance', {})
  expect(urls()).toEqual(['/api/stream?market=GOLD_TOMAN'])
  expect(wallet.got).toEqual(['balance'])
})

test('a change that arrives before the whole state is no part of what the tab has', async () => {
  const first = new Tab('GOLD_TOMAN')
  await rest()
  const second = new Tab('GOLD_TOMAN')
  await send('book', {}, 'GOLD_TOMAN-9.3')
  expect(first.got).toEqual(['book'])
  expect(second.got).toEqual([])
})

test('a tab that is too busy to answer in time gets its market all the same', async () => {
  await openTab('GOLD_TOMAN')
  await send('reset', {}, 'GOLD_TOMAN-7.3')
  FakeChannel.delayMs = 80
  const late = new Tab('BTC_TOMAN')
  await vi.advanceTimersByTimeAsync(500)
  expect(urls()).toEqual(['/api/stream?market=GOLD_TOMAN,BTC_TOMAN&lastEventId=GOLD_TOMAN-7.3'])
  open()[0]?.send('reset', {}, 'BTC_TOMAN-4.1')
  await vi.advanceTimersByTimeAsync(500)
  expect(late.got).toEqual(['reset'])
})

test('changes that arrive while the tabs are asked are in what a new connection goes on after', async () => {
  const [gold] = await openBoth()
  new Tab('ETH_TOMAN')
  await vi.advanceTimersByTimeAsync(30)
  open()[0]?.send('book', {}, 'BTC_TOMAN-5.1')
  await rest()
  expect(urls()).toEqual(['/api/stream?market=BTC_TOMAN,ETH_TOMAN,GOLD_TOMAN&lastEventId=BTC_TOMAN-5.1,GOLD_TOMAN-7.3'])
  expect(gold.got).toEqual(['reset'])
})

test('when the tab with the connection leaves, the next one goes on after the last event of each market', async () => {
  const [first, second] = await openTwo()
  await openTab('BTC_TOMAN')
  await send('reset', {}, 'BTC_TOMAN-4.1')
  await send('book', {}, 'GOLD_TOMAN-9.3')
  first.stream.close()
  await rest()
  expect(urls()).toEqual(['/api/stream?market=BTC_TOMAN,GOLD_TOMAN&lastEventId=BTC_TOMAN-4.1,GOLD_TOMAN-9.3'])
  await send('book', {}, 'GOLD_TOMAN-10.3')
  expect(second.got).toEqual(['reset', 'book', 'book'])
  expect(first.got).toEqual(['reset', 'reset', 'book'])
})

test('a tab that finds the connection silent takes it from the tab that has it, which goes on with the others once it wakes', async () => {
  const [frozen, second] = await openTwo()
  second.stream.close()
  const taking = new Tab('GOLD_TOMAN', true)
  await rest()
  expect(open()).toHaveLength(1)
  await send('reset', {}, 'GOLD_TOMAN-20.3')
  await send('book', {}, 'GOLD_TOMAN-21.3')
  expect(taking.got).toEqual(['reset', 'book'])
  expect(frozen.got.slice(-2)).toEqual(['reset', 'book'])
  taking.stream.close()
  await rest()
  expect(urls(), 'and has it again afterwards').toEqual(['/api/stream?market=GOLD_TOMAN&lastEventId=GOLD_TOMAN-21.3'])
})

test('a connection is alive for a tab that hears of other markets alone, or that the others are asked', async () => {
  const [gold, btc] = await openBoth()
  const ages = () => tabs.map(({ stream }) => performance.now() - stream.receivedAt)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ages().every((ms) => ms >= 20_000)).toBe(true)
  await send('book', {}, 'GOLD_TOMAN-8.3')
  expect(ages().every((ms) => ms < 1_000)).toBe(true)
  await vi.advanceTimersByTimeAsync(20_000)
  gold.stream.close()
  await rest()
  expect(performance.now() - btc.stream.receivedAt).toBeLessThan(1_000)
})

test('a market that no tab shows any more is left out, and one of two tabs that show it changes nothing', async () => {
  const [, second] = await openTwo()
  const btc = await openTab('BTC_TOMAN')
  await send('reset', {}, 'BTC_TOMAN-4.1')
  const before = open()
  second.stream.close()
  await rest()
  expect(open()).toEqual(before)
  btc.stream.close()
  await rest()
  expect(urls()).toEqual(['/api/stream?market=GOLD_TOMAN&lastEventId=GOLD_TOMAN-8.3'])
})

test('of more markets than a connection carries, the newest tabs do without', async () => {
  for (let tab = 0; tab <= STREAM_MARKETS_MAX; tab++) await openTab(`COIN${tab}_TOMAN`)
  expect(urls()).toHaveLength(1)
  const markets = new URLSearchParams(urls()[0]?.split('?')[1]).get('market')?.split(',') ?? []
  expect(markets).toHaveLength(STREAM_MARKETS_MAX)
  expect(markets).toContain('COIN0_TOMAN')
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

test('another session has a channel of its own', async () => {
  const [first] = await openTwo()
  Object.assign(document, { cookie: `${SESSION_MARK}=of-the-next; path=/` })
  const next = await openTab('GOLD_TOMAN')
  expect(open()).toHaveLength(2)
  await send('order', {})
  expect(first.got).toContain('order')
  expect(next.got).toEqual([])
  Object.assign(document, { cookie: `${SESSION_MARK}=; path=/; max-age=0` })
})

test('a message of another version of the app changes nothing', async () => {
  const [, second] = await openTwo()
  const strange = new FakeChannel([...FakeChannel.all][0]?.name ?? '')
  for (const message of [null, 'reset', { kind: 'event', name: 'reset' }, { kind: 'leave' }])
    strange.postMessage(message)
  await rest()
  expect(second.got).toEqual(['reset'])
  expect(open()).toHaveLength(1)
})

test('without locks each tab has its own connection', async () => {
  vi.stubGlobal('navigator', {})
  await openTab('GOLD_TOMAN')
  await openTab('GOLD_TOMAN')
  expect(open()).toHaveLength(2)
})
