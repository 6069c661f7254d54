import { errorOf, failureOf, REPLIES, REQUESTS, type SentRequest } from '#server/exchange/command-wire.ts'
import type { FeedEvent } from '#server/exchange/commit-feed.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { decide } from '#server/exchange/serve-exchange.ts'
import { EVENTS } from '#server/exchange/wire.ts'

/** The event as another process receives it. */
export const receivedEvent = (event: FeedEvent): FeedEvent => EVENTS.decode(EVENTS.encode(event))

/** The same exchange as in another process: each request, reply, error and event becomes text in between. */
export function overWire(exchange: Exchange): Exchange {
  const ask = async (sent: SentRequest) => {
    const text = await decide(exchange, REQUESTS.decode(REQUESTS.encode(sent))).then(REPLIES.encode, (error: Error) =>
      REPLIES.encode(failureOf(error)),
    )
    const reply = REPLIES.decode(text)
    if (reply.kind === 'failed') throw errorOf(reply)
    return reply
  }
  return {
    ...exchange,
    submit: async (command, options) => {
      const reply = await ask({ request: command, ...options })
      if (reply.kind === 'found') throw new Error('a command was answered with what was found')
      return reply
    },
    findOutcome: async (whose) => {
      const reply = await ask({ request: { type: 'findOutcome', ...whose } })
      return reply.kind === 'found' ? reply.outcome : undefined
    },
    subscribe: (from, subscriber) => exchange.subscribe(from, (event) => subscriber(receivedEvent(event))),
  }
}
