import {
  type CommitEvent,
  type CommitFeed,
  type FeedEvent,
  followCommits,
  type Subscriber,
} from '#server/exchange/commit-feed.ts'
import { MarketBook } from '#server/market-data/market-book.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'

/** Ways to break an exchange, or a reader of its commits, that the simulation must detect. */
export const MUTATIONS = [
  'answers before the commit',
  'forgets its answers when it starts',
  'writes a batch whose predecessor was lost',
  'forgets whose order came first',
  'forgets which orders are linked',
  'takes the keys that memory has forgotten for new ones',
  'publishes before the commit',
  'leaves what is in flight out of a snapshot',
  'has readers that read a commit twice',
  'has readers that read on behind a missing commit',
] as const

export type Mutation = (typeof MUTATIONS)[number]

/** Called with every event when its batch was applied, which is before its commit. */
export const applied: { listener: ((event: CommitEvent) => void) | undefined } = { listener: undefined }

/** The exchange's feed, broken in this way. */
export function feedOf(exchange: CommitFeed, mutation: Mutation | undefined): CommitFeed {
  if (mutation === 'publishes before the commit') return publishingEarly(exchange)
  if (mutation === 'leaves what is in flight out of a snapshot') return withoutInFlight(exchange)
  return exchange
}

function publishingEarly(exchange: CommitFeed): CommitFeed {
  const subscribers = new Set<Subscriber>()
  applied.listener = (event) => {
    for (const subscriber of subscribers) subscriber(event)
  }
  return {
    subscribe(_from, subscriber) {
      subscribers.add(subscriber)
      // A reader that missed something gets a snapshot, since commits are passed on early alone.
      const stop = exchange.subscribe(undefined, (event) => {
        if (event.kind === 'snapshot') subscriber(event)
      })
      return () => {
        subscribers.delete(subscriber)
        stop()
      }
    },
  }
}

/** A snapshot with the number of the newest batch in flight, but the books of the newest committed one. */
function withoutInFlight(exchange: CommitFeed): CommitFeed {
  const books = new Map(ARENA_MARKETS.map((market) => [market.id, new MarketBook(market)]))
  exchange.subscribe(undefined, (event) => {
    if (event.kind === 'snapshot') for (const book of event.books) books.get(book.marketId)?.replace(book)
    else for (const change of event.bookChanges) books.get(change.marketId)?.change(change, event)
  })
  return {
    subscribe(from, subscriber) {
      const committed = [...books].map(([marketId, { depth }]) => ({
        marketId,
        ...{ number: depth.sequence, at: depth.at },
        bids: depth.bids.toReversed(),
        asks: depth.asks.toReversed(),
      }))
      let isFirst = true
      return exchange.subscribe(from, (event) => {
        subscriber(event.kind === 'snapshot' && isFirst ? { ...event, books: committed } : event)
        isFirst = false
      })
    },
  }
}

/** `followCommits`, or a version that lacks one of its rules. */
export function followOf(mutation: Mutation | undefined): typeof followCommits {
  const readsTwice = mutation === 'has readers that read a commit twice'
  const readsOn = mutation === 'has readers that read on behind a missing commit'
  if (!readsTwice && !readsOn) return followCommits
  return (feed, reader) => {
    let known = -1
    let stop: (() => void) | undefined
    const onEvent = (event: FeedEvent) => {
      const isKnown = event.number <= known
      if (event.kind === 'snapshot' ? event.number < known : isKnown && !readsTwice) return
      const isNext = event.number === known + 1 || (readsOn && known >= 0) || isKnown
      if (event.kind === 'commit' && !isNext) return begin()
      known = Math.max(known, event.number)
      if (event.kind === 'snapshot') reader.onSnapshot(event)
      else reader.onCommit(event)
    }
    const begin = () => {
      stop?.()
      stop = feed.subscribe(known < 0 ? undefined : known, onEvent)
    }
    begin()
    return () => stop?.()
  }
}
