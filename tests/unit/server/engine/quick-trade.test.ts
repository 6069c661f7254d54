import { expect, test } from 'vitest'
import type { Coin } from '#domain/coin.ts'
import { amount } from '#domain/units.ts'
import { GOLD, STOPPED_NETWORK } from '#tests/builders/coins.ts'
import { leavingTo, quick } from '#tests/builders/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

function stocked(): EngineStory {
  const story = new EngineStory()
  story.stocks('10 GOLD')
  story.stocks('500 TOMAN')
  return story
}

test('a quick buy pays into the inventory and receives from it, less the fee', () => {
  const story = stocked()
  story.gives('ali', '1000 TOMAN')
  expect(story.quick('ali buys 2 GOLD at 100')).toMatchObject({ status: 'DONE', executed: 2_000_000n, wage: 6_000n })
  expect(story.purse('ali')).toBe('800 TOMAN, 1.994 GOLD')
  expect(story.purse('inventory')).toBe('700 TOMAN, 8 GOLD')
  expect(story.purse('fees')).toBe('0.006 GOLD')
  expect(story.journal.trades).toMatchObject([{ makerOrderId: undefined, makerUserId: -3, value: 200_000_000n }])
})

test('a quick sale pays its coins into the inventory and receives Toman, less the fee', () => {
  const story = stocked()
  story.gives('sara', '3 GOLD')
  expect(story.quick('sara sells 3 GOLD at 150')).toMatchObject({ status: 'DONE', wage: 1_000_000n })
  expect(story.purse('sara')).toBe('449 TOMAN')
  expect(story.purse('inventory')).toBe('50 TOMAN, 13 GOLD')
})

test('the fraction of a unit stays with the inventory, whichever side it trades', () => {
  const story = stocked()
  story.gives('ali', '1 TOMAN')
  story.gives('sara', '1 GOLD')
  expect(story.quick('ali buys 0.000003 GOLD at 0.5')).toMatchObject({ executedValue: 1_000_000n })
  expect(story.quick('sara sells 0.000003 GOLD at 0.5')).toMatchObject({ executedValue: 0n })
})

test('a customer who cannot pay is refused before the inventory is checked', () => {
  const story = new EngineStory()
  story.gives('ali', '99 TOMAN')
  expect(story.quick('ali buys 1 GOLD at 100')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
  story.gives('ali', '1 TOMAN')
  expect(story.quick('ali buys 1 GOLD at 100')).toEqual({ kind: 'refused', code: 'HOUSE_LIMIT_REACHED' })
})

test('what is bought for a wallet outside is held for its way there, and named in a withdrawal', () => {
  const story = stocked()
  story.gives('ali', '1000 TOMAN')
  const destination = { tokenType: 'TRC20', address: 'T…', networkFee: amount(1_000n) }
  const command = quick('ali buys 2 GOLD at 100', { key: 'send', at: 1_900_000_000_007 })
  expect(story.apply({ ...command, leaving: leavingTo(destination) })).toMatchObject({
    status: 'DONE',
    wage: 6_000n,
  })
  expect(story.purse('ali')).toBe('800 TOMAN, 1.994 GOLD blocked')
  const held = { userId: 1, coinId: 3, amount: 1_994_000n }
  expect(story.journal.withdrawals).toEqual([
    {
      ...{ id: 1, ...destination, ...held, holdReference: 'withdrawal/1', orderId: 1, at: 1_900_000_000_007 },
      ...{ worth: 1n, approvalsNeeded: 0 },
    },
  ])
  expect(story.state.holds.get('withdrawal/1')).toMatchObject({ ...held, status: 'HELD' })
  story.settle('ali', 'withdrawal/1', { 'hot/ERC20': '1.994 GOLD' })
  expect([story.purse('ali'), story.purse('chain')]).toEqual(['800 TOMAN', '1.994 GOLD'])
})

test('a refused buy raises no withdrawal', () => {
  const story = stocked()
  const destination = { tokenType: 'TRC20', address: 'T…', networkFee: amount(0n) }
  const command = quick('ali buys 2 GOLD at 100', { key: 'send', at: 1_900_000_000_007 })
  expect(story.apply({ ...command, leaving: leavingTo(destination) })).toEqual({
    kind: 'refused',
    code: 'NOT_ENOUGH_BALANCE',
  })
  expect([story.journal.withdrawals, story.state.holds.size]).toEqual([[], 0])
})

test('the inventory sells what it has to the last unit and not one more', () => {
  const story = stocked()
  story.gives('ali', '100000 TOMAN')
  expect(story.quick('ali buys 10.000001 GOLD at 100')).toEqual({ kind: 'refused', code: 'HOUSE_LIMIT_REACHED' })
  expect(story.quick('ali buys 10 GOLD at 100')).toMatchObject({ status: 'DONE' })
  expect(story.purse('inventory')).toBe('1500 TOMAN')
})

test('a price is good up to its last instant, and then refused with its own word', () => {
  const story = stocked()
  story.gives('ali', '1000 TOMAN')
  const at = 1_900_000_000_007
  const command = quick('ali buys 2 GOLD at 100', { key: 'late', at })
  for (const refusal of ['PRICE_STALE', 'PRICE_CHANGED'] as const)
    expect(story.apply({ ...command, quote: { goodUntil: at - 1, refusal } })).toEqual({
      kind: 'refused',
      code: refusal,
    })
  expect(story.apply({ ...command, quote: { goodUntil: at, refusal: 'PRICE_STALE' } })).toMatchObject({
    status: 'DONE',
  })
})

test('a network that is not served refuses before the halt of a market, and that before a stale price', () => {
  const story = stocked()
  story.gives('ali', '1000 TOMAN')
  story.halt(true)
  const command = { ...quick('ali buys 2 GOLD at 100', { key: 'no', at: 1_900_000_000_007 }) }
  const stale = { ...command, quote: { goodUntil: 0, refusal: 'PRICE_STALE' } } as const
  const destination = { tokenType: STOPPED_NETWORK.tokenType, address: 'T…', networkFee: amount(0n) }
  expect(story.apply({ ...stale, leaving: leavingTo(destination) })).toEqual({
    kind: 'refused',
    code: 'WITHDRAWAL_DISABLED',
  })
  expect(story.apply(stale)).toEqual({ kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' })
  story.halt(false)
  expect(story.apply(stale)).toEqual({ kind: 'refused', code: 'PRICE_STALE' })
})

test('a network that operators stop takes no purchase that was read before, and rules of an older revision do not open it again', () => {
  const story = stocked()
  story.gives('ali', '1000 TOMAN')
  const at = 1_900_000_000_007
  const network = { tokenType: 'TRC20', txIdNeeded: false, depositEnabled: true, withdrawalFee: amount(1n) }
  const goldWith = (withdrawEnabled: boolean) => ({
    ...GOLD,
    networks: [{ ...network, minWithdraw: amount(2n), maxWithdraw: amount(9n), withdrawEnabled }],
  })
  const set = (revision: number, coin: Coin) =>
    story.apply({
      ...{ type: 'setMarketRules', at, halts: new Map(), holidays: new Set(), markets: [] },
      ...{ coins: [coin], revision },
    })
  const send = (key: string) => {
    const destination = { tokenType: 'TRC20', address: 'T…', networkFee: amount(1n) }
    const command = quick('ali buys 2 GOLD at 100', { key, at })
    return story.apply({ ...command, leaving: leavingTo(destination) })
  }
  expect(set(5, goldWith(false))).toEqual({ kind: 'rules', applied: true })
  expect(set(4, goldWith(true))).toEqual({ kind: 'rules', applied: false })
  expect(send('stopped')).toEqual({ kind: 'refused', code: 'WITHDRAWAL_DISABLED' })
  expect(set(6, goldWith(true))).toEqual({ kind: 'rules', applied: true })
  expect(send('open')).toMatchObject({ status: 'DONE' })
  const full = { ...GOLD, quickTrade: { ...GOLD.quickTrade, inventoryMin: amount(9_000_000n) } }
  expect(set(7, full)).toEqual({ kind: 'rules', applied: true })
  expect(story.quick('ali buys 2 GOLD at 100')).toEqual({ kind: 'refused', code: 'HOUSE_LIMIT_REACHED' })
})
