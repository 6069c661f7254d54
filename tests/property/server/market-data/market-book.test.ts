import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ppm } from '#domain/units.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState, type EngineState } from '#server/engine/state.ts'
import { type CommitEvent, commitEventOf, snapshotOf } from '#server/exchange/commit-feed.ts'
import { MarketBook } from '#server/market-data/market-book.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { receivedEvent } from '#tests/builders/over-wire.ts'
import { commandStream, orderStream, stopStream } from '#tests/builders/random-commands.ts'

/** Books that show every price, however far from the best. */
const createBooks = () =>
  new Map(
    ARENA_MARKETS.map((market) => [market.id, new MarketBook({ ...market, protectionBand: ppm(1_000_000_000n) })]),
  )

type Books = ReturnType<typeof createBooks>
type Level = { readonly price: bigint; readonly volume: bigint }

const copy = (levels: readonly Level[]) => levels.map(({ price, volume }) => ({ price, volume }))

const engineBooks = ({ venues }: EngineState) =>
  [...venues].map(([id, { book }]) => ({
    id,
    bids: copy(book.bids.levels.toReversed()),
    asks: copy(book.asks.levels.toReversed()),
  }))

const readBooks = (books: Books) =>
  [...books].map(([id, { depth }]) => ({ id, bids: copy(depth.bids), asks: copy(depth.asks) }))

const sequencesOf = (books: Books) => [...books.values()].map(({ sequence }) => sequence)

function change(books: Books, commit: CommitEvent): void {
  for (const each of commit.bookChanges) books.get(each.marketId)?.change(each, commit)
}

const run = fc.record({
  commands: fc.oneof(commandStream, orderStream, stopStream),
  batchSizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
  /** The number of commits before another reader begins with a snapshot. */
  begins: fc.nat({ max: 12 }),
})

/** Applies commands in batches, and calls back after each with its event in the form that another process receives. */
function inBatches(
  { commands, batchSizes }: { commands: readonly Command[]; batchSizes: readonly number[] },
  onCommit: (commit: CommitEvent, state: EngineState) => void,
): void {
  const state = createState(ARENA_MARKETS)
  for (let number = 1, next = 0; next < commands.length; number++) {
    const journal = createJournal()
    const end = next + (batchSizes[number % batchSizes.length] ?? 1)
    for (const command of commands.slice(next, end)) apply(state, command, journal)
    next = end
    const event = receivedEvent(commitEventOf(journal, state, { epoch: 1n, number, at: state.now }))
    if (event.kind === 'commit') onCommit(event, state)
  }
}

test('a book made of what every commit changed is the engine’s, and so is one that began in between with a snapshot', () => {
  fc.assert(
    fc.property(run, ({ begins, ...given }) => {
      const books = createBooks()
      let later: Books | undefined
      inBatches(given, (commit, state) => {
        change(books, commit)
        if (later) change(later, commit)
        const should = engineBooks(state)
        expect(readBooks(books)).toEqual(should)
        if (later) expect(readBooks(later)).toEqual(should)
        if (later) expect(sequencesOf(later)).toEqual(sequencesOf(books))
        if (commit.number !== begins) return
        later = createBooks()
        const { epoch, number, at } = commit
        for (const book of snapshotOf(state, { epoch, number, at }).books) later.get(book.marketId)?.replace(book)
      })
    }),
    { numRuns: 150 },
  )
})

test('the streams fill books with more rows than are shown, and empty prices again', () => {
  let deepest = 0
  let gone = 0
  for (const given of fc.sample(run, { numRuns: 400, seed: 1405 }))
    inBatches(given, ({ bookChanges }, state) => {
      gone += bookChanges.filter(({ volume }) => volume === 0n).length
      for (const { bids, asks } of engineBooks(state)) deepest = Math.max(deepest, bids.length, asks.length)
    })
  expect(deepest).toBeGreaterThanOrEqual(8)
  expect(gone).toBeGreaterThan(50)
})
