import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Side } from '#domain/order.ts'
import { amount, price } from '#domain/units.ts'
import { MarketChannel } from '#server/market-data/market-channel.ts'
import { MarketReadModel } from '#server/market-data/market-read-model.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'

/** Prices on both sides of 1,000, many more than are streamed. */
const aChange = fc.record({
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  distance: fc.integer({ min: 0, max: 120 }),
  volume: fc.integer({ min: 0, max: 3 }),
})

/** One commit, which processes flush it to their listeners, and whether the client changes the process then. */
const aStep = fc.record({
  changes: fc.array(aChange, { maxLength: 40 }),
  trades: fc.nat({ max: 3 }),
  flushes: fc.array(fc.nat({ max: 1 }), { maxLength: 2 }),
  leaves: fc.boolean(),
  joins: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
})

/** A process that reads the commits. */
function openProcess() {
  const model = new MarketReadModel(GOLD_TOMAN)
  const fallback = () => undefined
  const state = () => ({ kind: 'open' }) as const
  model.book.replace({ bids: [], asks: [], number: 1, at: 0 })
  const channel = new MarketChannel({ model, now: () => 0, sandboxTradersId: undefined, fallback, state })
  return { model, channel }
}

/** A client that keeps its book and its trades while it goes from one process to another. */
class Client {
  readonly sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  readonly trades: string[] = []
  id: string | undefined
  sequence = ''
  resets = 0

  read(frame: Buffer): void {
    const [, id, event, data = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)\n\n$/.exec(frame.toString()) ?? []
    this.id = id
    const body = JSON.parse(data)
    if (event === 'trades') this.trades.push(...body.map((trade: { id: string }) => trade.id))
    if (event !== 'reset' && event !== 'book') return
    if (event === 'book') expect(body.previous).toBe(this.sequence)
    else {
      this.resets += 1
      for (const side of Object.values(this.sides)) side.clear()
    }
    this.sequence = body.sequence
    for (const name of ['bids', 'asks'] as const)
      for (const [at, volume] of body[name])
        if (volume === '0') this.sides[name].delete(at)
        else this.sides[name].set(at, volume)
  }
}

test('a client that goes from process to process has every change and every trade once, whatever they sent together', () => {
  let resumed = 0
  fc.assert(
    fc.property(fc.array(aStep, { minLength: 1, maxLength: 30 }), (steps) => {
      const processes = [openProcess(), openProcess()]
      const client = new Client()
      let leave: (() => void) | undefined
      let tradeId = 0
      const join = (which: number) => {
        leave?.()
        leave = processes[which]?.channel.join({ send: (frame) => client.read(frame) }, client.id)
      }
      join(0)
      steps.forEach(({ changes, trades, flushes, leaves, joins }, i) => {
        const stamp = { number: i + 2, at: i }
        const made = Array.from({ length: trades }, () => ({
          id: ++tradeId,
          ...{
            marketId: 3,
            takerSide: 'BUY' as const,
            unitPrice: price(1_000n),
            amount: amount(1n),
            takerUserId: 1,
            at: i,
          },
        }))
        for (const { model, channel } of processes) {
          const undos = changes.map(({ side, distance, volume }) => {
            const at = price(BigInt(side === 'BUY' ? 999 - distance : 1_001 + distance))
            return model.book.change({ side, price: at, volume: amount(BigInt(volume) * 10n ** 6n) }, stamp)
          })
          if (undos.length > 0) channel.onBook(undos)
          for (const trade of made) model.add(trade)
          if (made.length > 0) channel.addTrades(made)
        }
        for (const which of flushes) processes[which]?.channel.flush()
        if (leaves) {
          leave?.()
          leave = undefined
        }
        if (joins !== undefined) {
          join(joins)
          resumed += 1
        }
      })
      join(1)
      expect(client.resets).toBe(1)
      expect(client.trades).toEqual(Array.from({ length: tradeId }, (_, i) => `${i + 1}`))
      const newcomer = new Client()
      processes[1]?.channel.join({ send: (frame) => newcomer.read(frame) }, undefined)()
      expect(client.id).toBe(newcomer.id)
      expect(client.sides).toEqual(newcomer.sides)
      for (const { channel } of processes) channel.close()
    }),
    { numRuns: 200 },
  )
  expect(resumed).toBeGreaterThan(500)
})
