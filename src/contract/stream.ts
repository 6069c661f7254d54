import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { LastTrade, MarketRow } from './markets.ts'
import { Order } from './orders.ts'
import { CoinSymbol, DecimalText, Instant, MARKET_PATTERN, MarketType } from './values.ts'

/**
 * A grouped book is built once in this time at most, however many commits change it: it may have to walk the whole book. The stream does not carry it,
 * and a reader asks for it again this long after a change.
 */
export const GROUPED_MS = 500

export const STREAM_PATH = '/stream'
/** Markets of one stream. */
export const STREAM_MARKETS_MAX = 8

const listOf = (item: string) =>
  z.string().check(z.regex(new RegExp(`^${item}(,${item}){0,${STREAM_MARKETS_MAX - 1}}$`)))

/** A unit price and its volume; a volume of 0 removes the level from the book. A tuple would add 500 bytes of zod to the app's first load. */
const Level = z.array(DecimalText).check(z.length(2))

const Ticker = z.omit(MarketRow, { lastWeekData: true })

/** The best levels of both sides, as many as are shown; a level that drops out of them is removed too. */
const BookReset = z.object({
  market: MarketType,
  sequence: z.string(),
  at: Instant,
  bids: z.array(Level),
  asks: z.array(Level),
  /** Newest first. */
  trades: z.array(LastTrade),
  ticker: Ticker,
})

const BookChange = z.object({
  sequence: z.string(),
  /** The sequence to which this change applies; if the client has another one, it has missed something. */
  previous: z.string(),
  at: Instant,
  bids: z.array(Level),
  asks: z.array(Level),
})

/**
 * The data to fetch again. `own`: the caller's own orders and balances, at the start and after missed changes. `notifications`: there is a
 * new one, about which the stream says no more.
 */
const Refetch = z.object({ what: z.enum(['own', 'notifications']) })

export const OwnBalance = z.object({
  coin: CoinSymbol,
  credit: DecimalText,
  blockedCredit: DecimalText,
  totalBalance: DecimalText,
})

/**
 * The messages of the stream, never sent before their commit: the `event:` and the JSON of the `data:` of each. Market events carry an
 * `id:` that names their market and says what their receiver has of it, as in `GOLD_TOMAN-7.3`: the number of the newest change of its book
 * (its `sequence`) and of its newest trade. It means the same after a reconnection, whichever process answers: the client gets the events it
 * missed and a ticker, or a `reset`. In a stream of several markets each event is followed by an `id:` alone, which lists the ids of all of
 * them with commas: a reconnection resumes each.
 */
export const StreamEvent = z.discriminatedUnion('event', [
  /** The present state of the market, which later events change. Begins each market stream that cannot be resumed. */
  z.object({ event: z.literal('reset'), data: BookReset }),
  z.object({ event: z.literal('book'), data: BookChange }),
  /** Oldest first. */
  z.object({ event: z.literal('trades'), data: z.array(LastTrade) }),
  z.object({ event: z.literal('ticker'), data: Ticker }),
  z.object({ event: z.literal('refetch'), data: Refetch }),
  /** One of the caller's orders in its present state. */
  z.object({ event: z.literal('order'), data: Order }),
  /** The caller's present balance of one coin; never sent to a market maker. */
  z.object({ event: z.literal('balance'), data: OwnBalance }),
  /** Every 15 s; a longer silence means a lost connection. All that was committed until `at` has been sent. */
  z.object({ event: z.literal('heartbeat'), data: z.object({ at: Instant }) }),
  /** The last message when the server ends the stream. */
  z.object({ event: z.literal('end'), data: z.object({ reason: z.enum(['SESSION_ENDED', 'SERVER_STOPS']) }) }),
])

/** The names of all events. */
export const STREAM_EVENTS = StreamEvent.def.options.flatMap(({ shape }) => shape.event.def.values)

export const getStream = defineEndpoint({
  method: 'GET',
  path: STREAM_PATH,
  summary:
    'Committed changes of one or several markets as server-sent events, and of the own orders and balances of a caller who is signed in. Resumes by Last-Event-ID.',
  access: 'public',
  knowsCaller: true,
  polled: true,
  offline: 'never',
  format: 'event-stream',
  query: z.strictObject({
    /** One market, or several with commas. Absent: only the caller's own changes. */
    market: z.optional(listOf(MARKET_PATTERN)),
    /** The id of the last event of each market, with commas, for clients that cannot send the header Last-Event-ID. */
    lastEventId: z.optional(listOf(`${MARKET_PATTERN}-\\d{1,15}\\.\\d{1,15}`)),
  }),
  response: StreamEvent,
  errors: ['UNAUTHENTICATED', 'MARKET_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** The symbol of the market that an event's id names. */
export const marketOfEvent = (id: string): string => id.slice(0, Math.max(0, id.indexOf('-')))

/** The text of one server-sent event. JSON contains no line breaks, so one `data:` line holds it. */
export function eventText({ event, data, id }: { event: string; data: unknown; id?: string }): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
