import { expect, test } from 'vitest'
import { MarketChannel } from '#server/market-data/market-channel.ts'
import { MarketReadModel } from '#server/market-data/market-read-model.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quantities.ts'

/** The channel of a newly started server; the newest commit is always the same. */
function startedChannel() {
  const model = new MarketReadModel(GOLD_TOMAN)
  const fallback = () => priceOf('100')
  const state = () => ({ kind: 'open' }) as const
  return new MarketChannel({ model, now: Date.now, version: () => 7, sandboxTradersId: undefined, fallback, state })
}

function join(channel: MarketChannel, lastEventId?: string): string {
  const frames: Buffer[] = []
  channel.join({ send: (frame) => void frames.push(frame) }, lastEventId)()
  return Buffer.concat(frames).toString()
}

const idOf = (text: string) => /^id: (.*)$/m.exec(text)?.[1] ?? expect.fail(text)

test('a client of the server before a restart begins anew, though no commit came since', () => {
  const [before, after] = [startedChannel(), startedChannel()]
  const id = idOf(join(before))
  expect(join(before, id)).toBe('')
  expect(join(after, id)).toContain('event: reset')
})
