import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '#server/engine/apply.ts'
import type { Command, SentCommand, UnfinishedOutcome } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState } from '#server/engine/state.ts'
import { errorOf, failureOf, REPLIES, REQUESTS } from '#server/exchange/command-wire.ts'
import { type CommitEvent, commitEventOf, type FeedEvent, snapshotOf } from '#server/exchange/commit-feed.ts'
import { ExchangeUnavailable, OutcomeUnknown, type Reply } from '#server/exchange/exchange.ts'
import { EVENTS, snapshotParts } from '#server/exchange/wire.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { commandStream } from '#tests/builders/random-commands.ts'

/** Applies commands in batches of four, and calls back with each event and reply as the writer makes them. */
function run(
  commands: readonly Command[],
  onEvent: (event: FeedEvent) => void,
  onReply: (reply: Exclude<Reply, UnfinishedOutcome>) => void,
): void {
  const state = createState(ARENA_MARKETS)
  for (let number = 1, next = 0; next < commands.length; number++, next += 4) {
    const journal = createJournal()
    for (const command of commands.slice(next, next + 4)) {
      const result = apply(state, command, journal)
      if (result.kind !== 'unfinished') onReply(result.kind === 'refused' ? { ...result, at: state.now } : result)
    }
    const stamp = { epoch: 7n, number, at: state.now }
    onEvent(commitEventOf(journal, state, stamp))
    onEvent(snapshotOf(state, stamp))
  }
}

/** The message as another process reads it. */
const received = <Body>(wire: { encode(body: Body): string; decode(text: string): Body }, body: Body): Body =>
  wire.decode(wire.encode(body))

test('a command that crosses is the command that was sent, and carries no time of its own', () => {
  const deadline = fc.option(fc.integer({ min: 0 }), { nil: undefined })
  fc.assert(
    fc.property(commandStream, deadline, (commands, at) => {
      for (const command of commands) {
        const { at: _stampedByTheWriter, ...request } = command
        const options = at === undefined ? {} : { deadline: at }
        expect(received(REQUESTS, { request: command, ...options })).toEqual({ request, ...options })
      }
    }),
    { numRuns: 60 },
  )
})

test('an event or a reply that crosses is the one that was published', () => {
  const seen = { orders: 0, trades: 0, rewards: 0, balances: 0, holds: 0, withdrawals: 0, bookChanges: 0 }
  const count = (event: CommitEvent) => {
    for (const part of Object.keys(seen) as (keyof typeof seen)[]) seen[part] += event[part].length
  }
  fc.assert(
    fc.property(commandStream, (commands) =>
      run(
        commands,
        (event) => {
          if (event.kind === 'commit') count(event)
          expect(received(EVENTS, event)).toEqual(event)
          if (event.kind === 'snapshot') expect([...snapshotParts(event)].join('')).toBe(`${EVENTS.encode(event)}\n`)
        },
        (reply) => expect(received(REPLIES, reply)).toEqual(reply),
      ),
    ),
    { numRuns: 60 },
  )
  // Every part of an event was there to cross.
  for (const [part, number] of Object.entries(seen)) expect(number, part).toBeGreaterThan(5)
})

test('what the key of a command found crosses, also if it is nothing', () => {
  for (const outcome of [undefined, { kind: 'moved', seq: 5 }] as const)
    expect(received(REPLIES, { kind: 'found', outcome })).toEqual({ kind: 'found', outcome })
})

test('an error that crosses says the same about the command', () => {
  for (const error of [new ExchangeUnavailable('full'), new OutcomeUnknown('lost'), new RangeError('a fault')]) {
    const reply = received(REPLIES, failureOf(error))
    const read = reply.kind === 'failed' ? errorOf(reply) : expect.fail(reply.kind)
    expect([read.name, read.message]).toEqual([error.name, error.message])
  }
  expect(errorOf(failureOf(new OutcomeUnknown('lost')))).toBeInstanceOf(OutcomeUnknown)
})

/** The text with a field more in the object of this key. */
const withExtra = (text: string, key: string) => text.replace(`"${key}":`, `"fieldOfTheNextRelease":1,"${key}":`)

test('fields of the next release are ignored in what the writer says, and never sent by this one', () => {
  const book = { marketId: 1, number: 2, at: 3, bids: [], asks: [] }
  const event: FeedEvent = { kind: 'snapshot', epoch: 1n, number: 2, at: 3, books: [book], lastTradeId: 0 }
  const text = withExtra(withExtra(EVENTS.encode(event), 'books'), 'marketId')
  expect(text.match(/fieldOfTheNextRelease/g)).toHaveLength(2)
  expect(EVENTS.decode(text)).toEqual(event)
  expect(() => EVENTS.decode(text.replace('"lastTradeId":0', '"lastTradeId":"none"'))).toThrow()
  expect(() => EVENTS.encode({ ...event, extra: 1 } as FeedEvent)).toThrow()
  const reply: Reply = { kind: 'found', outcome: { kind: 'moved', seq: 5 } }
  expect(REPLIES.decode(withExtra(withExtra(REPLIES.encode(reply), 'outcome'), 'seq'))).toEqual(reply)
})

test('a command with a field that the writer does not know is refused, on every level', () => {
  const placed = { type: 'placeOrder', userId: 1, key: 'key', fingerprint: 'print' } as const
  const order = {
    marketId: 1,
    side: 'BUY',
    amount: 5n,
    charges: { taker: 1n, maker: 1n, inviterId: undefined },
  } as const
  const rest = { unitPrice: 7n, quoteInToman: undefined, clientOrderId: undefined } as const
  const text = REQUESTS.encode({ request: { ...placed, ...order, ...rest } as SentCommand })
  expect(REQUESTS.decode(text).request).toMatchObject({ type: 'placeOrder', unitPrice: 7n })
  for (const key of ['request', 'userId', 'taker'])
    expect(() => REQUESTS.decode(withExtra(text, key)), key).toThrow('fieldOfTheNextRelease')
})
