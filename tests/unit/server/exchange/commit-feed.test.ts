import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import { type FeedEvent, followCommits, type Subscriber, Subscribers } from '#server/exchange/commit-feed.ts'

const commit = (number: number): FeedEvent => ({
  kind: 'commit',
  ...{ epoch: 1n, number, at: number },
  ...{ orders: [], trades: [], rewards: [], balances: [], holds: [], withdrawals: [], bookChanges: [] },
})
const snapshot = (number: number): FeedEvent => ({
  kind: 'snapshot',
  ...{ epoch: 1n, number, at: number, books: [], lastTradeId: 0 },
})

/** A reader of a feed with the test's events; `'c3'` is commit 3, `'s3'` a snapshot of it. */
function follow() {
  const read: string[] = []
  /** The starting number of each subscription. */
  const asked: (number | undefined)[] = []
  const subscribers: Subscriber[] = []
  let stopped = 0
  const feed = {
    subscribe(from: number | undefined, subscriber: Subscriber) {
      asked.push(from)
      subscribers.push(subscriber)
      return () => void stopped++
    },
  }
  const stop = followCommits(feed, {
    onSnapshot: ({ number }) => void read.push(`s${number}`),
    onCommit: ({ number }) => void read.push(`c${number}`),
  })
  const receive = (...events: string[]) => {
    for (const text of events) {
      const number = Number(text.slice(1))
      subscribers.at(-1)?.(text.startsWith('s') ? snapshot(number) : commit(number))
    }
  }
  return { read, asked, subscribers, receive, stop, stopped: () => stopped }
}

test('commits behind the first snapshot are read in their order', () => {
  const { read, asked, receive } = follow()
  receive('s4', 'c5', 'c6', 'c7')
  expect(read).toEqual(['s4', 'c5', 'c6', 'c7'])
  expect(asked).toEqual([undefined])
})

test('a commit that comes twice is read once, at once or much later', () => {
  const { read, asked, receive } = follow()
  receive('s4', 'c5', 'c5', 'c6', 'c7', 'c5', 'c7')
  expect(read).toEqual(['s4', 'c5', 'c6', 'c7'])
  expect(asked).toEqual([undefined])
})

test('behind a commit that is lost a snapshot is asked for, and read instead', () => {
  const { read, asked, receive, stopped } = follow()
  receive('s4', 'c5', 'c7')
  expect(asked).toEqual([undefined, 5])
  expect(stopped()).toBe(1)
  receive('s7', 'c8')
  expect(read).toEqual(['s4', 'c5', 's7', 'c8'])
})

test('a commit that another has overtaken is read in its place, or is in the snapshot', () => {
  const inPlace = follow()
  inPlace.receive('s4', 'c6', 'c5', 'c6')
  expect(inPlace.read).toEqual(['s4', 'c5', 'c6'])
  const inSnapshot = follow()
  inSnapshot.receive('s4', 'c6', 's6', 'c5', 'c7')
  expect(inSnapshot.read).toEqual(['s4', 's6', 'c7'])
})

test('where the first snapshot is lost, it is asked for again, and no commit is read before it', () => {
  const { read, asked, receive } = follow()
  receive('c5', 'c6')
  expect(asked).toEqual([undefined, undefined, undefined])
  receive('s6', 'c7')
  expect(read).toEqual(['s6', 'c7'])
})

test('where the snapshot behind a gap is lost too, the next commit asks for another', () => {
  const { read, asked, receive } = follow()
  receive('s4', 'c6', 'c7', 's7', 'c8')
  expect(asked).toEqual([undefined, 4, 4])
  expect(read).toEqual(['s4', 's7', 'c8'])
})

test('a snapshot in between is read, an old one that is late is not, and commits up to it are known', () => {
  const { read, receive } = follow()
  receive('s4', 'c5', 's5', 'c6', 's9', 'c7', 's8', 'c9', 'c10')
  expect(read).toEqual(['s4', 'c5', 's5', 'c6', 's9', 'c10'])
})

test('what still comes from a subscription that was given up is read only as far as it is new', () => {
  const { read, subscribers, receive } = follow()
  const [first] = subscribers
  receive('s4', 'c6', 's6')
  first?.(commit(5))
  first?.(commit(7))
  receive('c7', 'c8')
  expect(read).toEqual(['s4', 's6', 'c7', 'c8'])
})

test('a snapshot that is given while subscribing is read, and behind it the commits', () => {
  const read: string[] = []
  const note = ({ kind, number }: FeedEvent) => void read.push(`${kind} ${number}`)
  const subscribers: Subscriber[] = []
  const subscribe = (_from: number | undefined, subscriber: Subscriber) => {
    subscribers.push(subscriber)
    subscriber(snapshot(subscribers.length * 10))
    return () => undefined
  }
  followCommits({ subscribe }, { onSnapshot: note, onCommit: note })
  subscribers.at(-1)?.(commit(12))
  subscribers.at(-1)?.(commit(21))
  expect(read).toEqual(['snapshot 10', 'snapshot 20', 'commit 21'])
})

test('who has stopped reads nothing more, and subscribes to nothing', () => {
  const { read, asked, receive, stop, stopped } = follow()
  receive('s4', 'c5')
  stop()
  receive('c6', 'c9', 's9')
  expect(read).toEqual(['s4', 'c5'])
  expect(asked).toEqual([undefined])
  expect(stopped()).toBe(1)
})

/** Subscribers of a writer that began with commit 4, and the events that one of them received. */
function subscribed() {
  const subscribers = new Subscribers({ warn() {} }, 4)
  const publish = (...numbers: number[]) => {
    for (const number of numbers) subscribers.publish(commit(number))
  }
  const resume = (from: number | undefined) => {
    const read: number[] = []
    const stop = subscribers.resume(from, ({ number }) => void read.push(number))
    return stop && { read, stop }
  }
  return { subscribers, publish, resume }
}

test('a reader that missed commits gets them again, and then every later one', () => {
  const { publish, resume } = subscribed()
  publish(5, 6, 7)
  const [late, current] = [resume(5), resume(7)]
  expect(late?.read).toEqual([6, 7])
  expect(current?.read).toEqual([])
  publish(8)
  expect([late?.read, current?.read]).toEqual([[6, 7, 8], [8]])
  late?.stop()
  publish(9)
  expect(late?.read).toEqual([6, 7, 8])
})

test('commits that are not kept are not sent again: from before the start, from before a rebuild, of the future', () => {
  const { subscribers, publish, resume } = subscribed()
  expect([resume(undefined), resume(3), resume(5)]).toEqual([undefined, undefined, undefined])
  expect(resume(4)?.read).toEqual([])
  publish(5, 6)
  subscribers.publish(snapshot(8))
  expect([resume(5), resume(6), resume(7)]).toEqual([undefined, undefined, undefined])
  publish(9)
  expect(resume(8)?.read).toEqual([9])
})

test('of many commits the newest are kept, by the number of their rows', () => {
  const { subscribers, resume } = subscribed()
  const change = { marketId: 3, side: 'BUY', price: price(1n), volume: amount(1n) } as const
  for (let number = 5; number < 105; number++)
    subscribers.publish({ ...commit(number), bookChanges: Array(99).fill(change) } as FeedEvent)
  expect(resume(93)).toBeUndefined()
  expect(resume(94)?.read).toHaveLength(10)
})

test('where a commit is lost again among those that are sent again, one subscription is left', () => {
  const read: number[] = []
  let open = 0
  let losses = 2
  const feed = {
    subscribe(from: number | undefined, subscriber: Subscriber) {
      open += 1
      if (from === undefined) subscriber(snapshot(4))
      else if (losses-- > 0) subscriber(commit(from + 2))
      else for (const number of [1, 2, 3]) subscriber(commit(from + number))
      if (from === undefined) subscriber(commit(6))
      return () => void open--
    },
  }
  const note = ({ number }: FeedEvent) => void read.push(number)
  followCommits(feed, { onSnapshot: note, onCommit: note })
  expect(read).toEqual([4, 5, 6, 7])
  expect(open).toBe(1)
})
