import { expect, test } from 'vitest'
import { makerBounds, mayQuote, outOfBounds, takesTwo } from '#domain/maker-bounds.ts'
import { amount, ppm, price } from '#domain/units.ts'

const BOUNDS = makerBounds({ levelWorth: amount(30_000n), inventoryTarget: amount(1_000n) })
const USUAL = {
  halfSpread: ppm(800n),
  step: ppm(600n),
  levels: 12,
  levelWorth: amount(30_000n),
  refreshMs: 1_000,
  skew: ppm(400n),
  inventoryTarget: amount(1_000n),
  inventoryBand: amount(500n),
  lossMax: amount(150_000n),
}

test('what is usual may be set, and by one', () => {
  expect(outOfBounds(USUAL, BOUNDS)).toEqual([])
  expect(takesTwo(undefined, USUAL, BOUNDS)).toBe(false)
})

test.each([
  [{ halfSpread: ppm(500_000n) }, 'halfSpread'],
  [{ skew: ppm(801n) }, 'skew'],
  [{ step: ppm(20_001n) }, 'step'],
  [{ levels: 51 }, 'levels'],
  [{ levelWorth: amount(900_001n) }, 'levelWorth'],
  [{ refreshMs: 0 }, 'refreshMs'],
  [{ refreshMs: 30_001 }, 'refreshMs'],
  [{ inventoryTarget: amount(5_001n) }, 'inventoryTarget'],
  [{ inventoryBand: amount(9n) }, 'inventoryBand'],
  [{ lossMax: amount(0n) }, 'lossMax'],
  [{ lossMax: amount(3_000_001n) }, 'lossMax'],
])('nobody sets %o', (change, field) => {
  expect(outOfBounds({ ...USUAL, ...change }, BOUNDS)).toEqual([field])
})

test('all that nobody sets is named together', () => {
  const wrong = { ...USUAL, levels: 51, skew: ppm(801n), lossMax: amount(0n) }
  expect(outOfBounds(wrong, BOUNDS)).toEqual(['levels', 'skew', 'lossMax'])
})

test('one operator alone goes no farther by many small changes than by one', () => {
  const wider = { ...USUAL, levelWorth: amount(60_000n) }
  expect(takesTwo(USUAL, wider, BOUNDS)).toBe(false)
  expect(takesTwo(wider, { ...wider, levelWorth: amount(60_001n) }, BOUNDS)).toBe(true)
  expect(takesTwo(USUAL, { ...USUAL, lossMax: amount(1n) }, BOUNDS)).toBe(false)
  expect(takesTwo(USUAL, { ...USUAL, lossMax: amount(150_001n) }, BOUNDS)).toBe(true)
})

test('what two have set beyond the small bounds may stay while one changes another setting, and one may lead it back', () => {
  const agreed = { ...USUAL, halfSpread: ppm(30_000n) }
  expect(takesTwo(USUAL, agreed, BOUNDS)).toBe(true)
  expect(takesTwo(agreed, { ...agreed, levels: 10 }, BOUNDS)).toBe(false)
  expect(takesTwo(agreed, USUAL, BOUNDS)).toBe(false)
})

test('a quote gives nothing away, and stands within a tenth of the reference price', () => {
  const reference = price(1_000_000n)
  const at = (side: 'BUY' | 'SELL', unitPrice: bigint) => mayQuote({ side, unitPrice: price(unitPrice) }, reference)
  expect([at('SELL', 999_999n), at('SELL', 1_000_000n), at('SELL', 1_100_000n), at('SELL', 1_100_001n)]).toEqual([
    ...[false, true, true, false],
  ])
  expect([at('BUY', 1_000_001n), at('BUY', 1_000_000n), at('BUY', 900_000n), at('BUY', 899_999n)]).toEqual([
    ...[false, true, true, false],
  ])
})
