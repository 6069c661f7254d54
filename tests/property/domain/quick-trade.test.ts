import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import { quick } from '#tests/builders/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'
import { idOf } from '#tests/builders/people.ts'

const TOMAN = 1_000_000n
const AT = 1_900_000_000_000

/** Somebody's gold and Toman, in whole units of the ledger. */
function purseOf({ state }: EngineStory, who: string) {
  const has = (coinId: number) => state.wallets.get(`${idOf(who)}/${coinId}`)?.available ?? 0n
  return { toman: has(1), gold: has(3) }
}

test('receipt, order, trade and wallet say the same of a quick trade, in whole Toman, and what arrives is the total less the fee', () => {
  const side = fc.constantFrom('BUY' as const, 'SELL' as const)
  const grams = fc.bigInt({ min: 1_000n, max: 90_000_000n })
  // Any price, including those that leave fractions of a Toman.
  const unitPrice = fc.bigInt({ min: 1_000_000_00000000n, max: 19_000_000_99999999n })
  fc.assert(
    fc.property(side, grams, unitPrice, (which, quantity, at) => {
      const story = new EngineStory()
      story.stocks('1000 GOLD')
      story.stocks('99000000000 TOMAN')
      story.gives('ali', '99000000000 TOMAN', '1000 GOLD')
      const before = purseOf(story, 'ali')
      const asked = quick('ali buys 1 GOLD at 100', { key: 'quick-1', at: AT })
      const result = story.apply({ ...asked, side: which, amount: amount(quantity), unitPrice: price(at) })
      if (result.kind !== 'order') return expect.fail(JSON.stringify(result.kind))
      const { executedValue, wage } = result
      const [trade] = story.journal.trades
      expect(trade?.value).toBe(executedValue)
      expect(trade?.takerFee).toBe(wage)
      expect(executedValue % TOMAN).toBe(0n)
      const after = purseOf(story, 'ali')
      if (which === 'BUY') {
        expect(before.toman - after.toman).toBe(executedValue)
        expect(after.gold - before.gold).toBe(quantity - wage)
      } else {
        expect(wage % TOMAN).toBe(0n)
        expect(after.toman - before.toman).toBe(executedValue - wage)
        expect(before.gold - after.gold).toBe(quantity)
      }
      // Nobody pays a whole Toman more, and the exchange loses no fraction.
      const exact = quantity * at
      const scale = 10n ** 8n
      const difference = which === 'BUY' ? executedValue * scale - exact : exact - executedValue * scale
      expect(difference >= 0n && difference < TOMAN * scale).toBe(true)
    }),
    { numRuns: 200 },
  )
})
