import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import { MarketChannel } from '#server/market-data/market-channel.ts'
import { MarketReadModel } from '#server/market-data/market-read-model.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quantities.ts'

/** The channel of a process that began with the snapshot of a commit. */
function startedAt(number: number) {
  const model = new MarketReadModel(GOLD_TOMAN)
  model.book.replace({ bids: [], asks: [], number, at: 0 })
  const fallback = () => priceOf('100')
  const state = () => ({ kind: 'open' }) as const
  const channel = new MarketChannel({ model, now: Date.now, sandboxTradersId: undefined, fallback, state })
  const change = (commit: number, at: bigint) =>
    channel.onBook([
      model.book.change({ side: 'BUY', price: price(at), volume: amount(1n) }, { number: commit, at: commit }),
    ])
  return { channel, change, model }
}

function join(channel: MarketChannel, lastEventId?: string): string {
  const frames: Buffer[] = []
  channel.join({ send: (frame) => void frames.push(frame) }, lastEventId)()
  return Buffer.concat(frames).toString()
}

const idOf = (text: string) => /^id: (.*)$/m.exec(text)?.[1] ?? expect.fail(text)
const eventsIn = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)

test('an id is made of the numbers of the writer: every process gives the same one', () => {
  const [one, other] = [startedAt(7), startedAt(7)]
  expect(idOf(join(one.channel))).toBe('GOLD_TOMAN-7.0')
  one.change(8, 100n)
  one.channel.flush()
  for (const { change } of [one, other]) change(9, 101n)
  expect(idOf(join(one.channel))).toBe('GOLD_TOMAN-9.0')
  expect(idOf(join(other.channel))).toBe('GOLD_TOMAN-9.0')
})

test('a client that missed nothing gets the figures of the market alone', () => {
  const { channel } = startedAt(7)
  expect(eventsIn(join(channel, idOf(join(channel))))).toEqual(['ticker'])
})

test('a client of the server before a restart begins anew, though no order came since', () => {
  const id = idOf(join(startedAt(7).channel))
  // The writer that began has a number of its own.
  expect(eventsIn(join(startedAt(8).channel, id))).toEqual(['reset'])
})

test.each([
  'GOLD_TOMAN-6.0',
  'GOLD_TOMAN-8.0',
  'GOLD_TOMAN-7.1',
  'TETHER_TOMAN-7.0',
  'GOLD_TOMAN-7',
  'GOLD_TOMAN-7.0.0',
  '',
  'GOLD_TOMAN-99999999999999999999.0',
])('an id that cannot be resumed (%s) begins anew', (id) => {
  expect(eventsIn(join(startedAt(7).channel, id))).toEqual(['reset'])
})

test('after a snapshot in between, what a client has is not known any more', () => {
  const { channel, change, model } = startedAt(7)
  change(8, 100n)
  model.book.replace({ bids: [], asks: [], number: 12, at: 12 })
  channel.onBook(undefined)
  expect(eventsIn(join(channel, 'GOLD_TOMAN-8.0'))).toEqual(['reset'])
  change(13, 101n)
  expect(eventsIn(join(channel, 'GOLD_TOMAN-12.0'))).toEqual(['book', 'ticker'])
})

test('of a busy market the newest changes are kept, and no more', () => {
  const { channel, change } = startedAt(0)
  for (let commit = 1; commit <= 10_000; commit++) change(commit, BigInt(100 + (commit % 7)))
  expect(eventsIn(join(channel, 'GOLD_TOMAN-9499.0'))).toEqual(['reset'])
  expect(eventsIn(join(channel, 'GOLD_TOMAN-9500.0'))).toEqual(['book', 'ticker'])
})
