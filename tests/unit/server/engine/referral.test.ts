import { describe, expect, test } from 'vitest'
import { type Charges, feeOn, rewardsOn } from '#domain/fee.ts'
import { amount, ppm } from '#domain/units.ts'
import type { PlaceOrder, QuickTrade } from '#server/engine/commands.ts'
import { CHARGES, leavingTo, order, quick } from '#tests/builders/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'
import { idOf } from '#tests/builders/people.ts'
import { priceOf } from '#tests/builders/quantities.ts'

const invitedBy = (who: string): Charges => ({ ...CHARGES, inviterId: idOf(who) })
/** An inviter who gives the friend nothing. */
const KEPT = { friendAmount: 0n, friendValueInToman: 0n }
let reported = 0
const given = () => {
  reported += 1
  return { key: `referral-${reported}`, at: reported }
}

const place = (story: EngineStory, sentence: string, more: Partial<PlaceOrder> = {}) =>
  story.apply({ ...order(sentence, given()), ...more })

const trade = (story: EngineStory, sentence: string, more: Partial<QuickTrade> = {}) =>
  story.apply({ ...quick(sentence, given()), ...more })

describe('maker and taker', () => {
  test('the order on the book pays the rate of makers, the incoming one that of takers, each as it was when the order was placed', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    const charges = { taker: ppm(4_000n), maker: ppm(3_000n), inviterId: undefined }
    place(story, 'sara sells 1 GOLD at 100', { charges })
    place(story, 'ali buys 1 GOLD at 100', { charges })
    expect(story.journal.trades).toMatchObject([{ takerFee: 4_000n, makerFee: 300_000n }])
    expect(story.purse('sara')).toBe('99.7 TOMAN')
  })
})

describe('inviting friends', () => {
  test('three tenths of the fee of either side go to its inviter, in the entry of the trade', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    place(story, 'sara sells 1 GOLD at 100', { charges: invitedBy('reza') })
    place(story, 'ali buys 1 GOLD at 100', { charges: invitedBy('mina') })
    expect(story.purse('reza')).toBe('0.12 TOMAN')
    expect(story.purse('mina')).toBe('0.0012 GOLD')
    expect(story.purse('fees')).toBe('0.28 TOMAN, 0.0028 GOLD')
    expect(story.purse('ali')).toBe('900 TOMAN, 0.996 GOLD')
    const [tradeEntry] = story.journal.entries.slice(-1)
    const postings = story.journal.postings.filter(({ seq }) => seq === tradeEntry?.seq)
    expect(postings.some(({ ownerId }) => ownerId === idOf('reza'))).toBe(true)
    expect(story.journal.rewards).toEqual([
      { tradeId: 1, inviterId: 4, inviteeId: 1, coinId: 3, amount: 1_200n, valueInToman: 120_000n, ...KEPT },
      { tradeId: 1, inviterId: 3, inviteeId: 2, coinId: 1, amount: 120_000n, valueInToman: 120_000n, ...KEPT },
    ])
  })

  test('a friend gets back what the code says, out of the share of the inviter, in the entry of the trade', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    const tenth = ppm(100_000n)
    place(story, 'sara sells 1 GOLD at 100', { charges: { ...invitedBy('reza'), friendShare: tenth } })
    place(story, 'ali buys 1 GOLD at 100', { charges: { ...invitedBy('mina'), friendShare: ppm(150_000n) } })
    // Of 0.4 Toman and 0.004 gold: a fifth and a tenth; 15 % each.
    expect(story.purse('reza')).toBe('0.08 TOMAN')
    expect(story.purse('sara')).toBe('99.64 TOMAN')
    expect(story.purse('mina')).toBe('0.0006 GOLD')
    expect(story.purse('ali')).toBe('900 TOMAN, 0.9966 GOLD')
    expect(story.purse('fees')).toBe('0.28 TOMAN, 0.0028 GOLD')
    expect(story.journal.rewards).toMatchObject([
      { inviteeId: 1, amount: 600n, valueInToman: 60_000n, friendAmount: 600n, friendValueInToman: 60_000n },
      { inviteeId: 2, amount: 80_000n, friendAmount: 40_000n, friendValueInToman: 40_000n },
    ])
    expect(story.journal.trades).toMatchObject([{ takerFee: 4_000n, makerFee: 400_000n }])
  })

  test('nobody gets anything back without an inviter, or of an invitation of their own', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '2 GOLD')
    const friendShare = ppm(150_000n)
    place(story, 'sara sells 1 GOLD at 100', { charges: { ...CHARGES, friendShare } })
    place(story, 'ali buys 1 GOLD at 100', { charges: { ...invitedBy('ali'), friendShare } })
    expect(story.purse('ali')).toBe('900 TOMAN, 0.996 GOLD')
    expect(story.purse('sara')).toBe('99.6 TOMAN, 1 GOLD')
    expect(story.journal.rewards).toEqual([])
  })

  test('what goes back of a purchase that leaves at once is free, and what was bought leaves whole', () => {
    const story = new EngineStory()
    story.stocks('10 GOLD')
    story.gives('ali', '1000 TOMAN')
    const destination = { tokenType: 'ERC20', address: '0x', networkFee: amount(1n) }
    const leaving = leavingTo(destination)
    const charges = { ...invitedBy('reza'), friendShare: ppm(100_000n) }
    trade(story, 'ali buys 1 GOLD at 100', { charges, leaving })
    expect(story.purse('reza')).toBe('0.0008 GOLD')
    expect(story.journal.withdrawals).toMatchObject([{ amount: 996_000n }])
    expect(story.purse('ali')).toBe('900 TOMAN, 0.0004 GOLD, 0.996 GOLD blocked')
  })

  test('an invited user who trades with the inviter pays as anybody else', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    place(story, 'sara sells 1 GOLD at 100')
    place(story, 'ali buys 1 GOLD at 100', { charges: invitedBy('sara') })
    expect(story.purse('sara')).toBe('99.6 TOMAN, 0.0012 GOLD')
  })

  test('nobody is rewarded for inviting themselves, and a circle pays each fee to one inviter, once', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '2 GOLD')
    place(story, 'sara sells 1 GOLD at 100', { charges: invitedBy('sara') })
    place(story, 'ali buys 1 GOLD at 100', { charges: invitedBy('ali') })
    expect(story.journal.rewards).toEqual([])
    place(story, 'sara sells 1 GOLD at 100', { charges: invitedBy('ali') })
    place(story, 'ali buys 1 GOLD at 100', { charges: invitedBy('sara') })
    expect(story.journal.rewards).toHaveLength(2)
    expect(story.purse('fees')).toBe('0.68 TOMAN, 0.0068 GOLD')
  })

  test('a quick trade rewards too, at its own fee', () => {
    const story = new EngineStory()
    story.stocks('10 GOLD')
    story.gives('ali', '1000 TOMAN')
    trade(story, 'ali buys 1 GOLD at 100', { charges: { ...invitedBy('reza'), taker: ppm(3_000n) } })
    expect(story.purse('reza')).toBe('0.0009 GOLD')
    expect(story.purse('fees')).toBe('0.0021 GOLD')
    expect(story.journal.rewards).toMatchObject([{ valueInToman: 90_000n }])
  })

  test('in a Tether market a reward is worth what Tether was worth at that time, or unknown', () => {
    const story = new EngineStory()
    story.gives('ali', '10000 TETHER')
    story.gives('sara', '2 ETHEREUM')
    const charges = invitedBy('reza')
    place(story, 'sara sells 2 ETHEREUM at 3000 for TETHER')
    place(story, 'ali buys 1 ETHEREUM at 3000 for TETHER', { charges, quoteInToman: priceOf('100000') })
    place(story, 'ali buys 1 ETHEREUM at 3000 for TETHER', { charges })
    // 0.4 % of one coin is worth 12 Tether; three tenths of it 3.6, at 100,000 Toman each.
    expect(story.journal.rewards.map(({ valueInToman }) => valueInToman)).toEqual([360_000_000_000n, undefined])
    expect(story.journal.trades.map(({ quoteInToman }) => quoteInToman)).toEqual([priceOf('100000'), undefined])
  })
})

describe('rounding', () => {
  test('the fraction of a fee stays with its payer, the fraction of a reward with the exchange', () => {
    expect(feeOn(amount(999n), ppm(4_000n))).toBe(3n)
    expect(rewardsOn(amount(9n))).toEqual({ inviter: 2n, friend: 0n })
    expect(rewardsOn(amount(3n))).toEqual({ inviter: 0n, friend: 0n })
    // A tenth of 19 is 1.9, two tenths are 3.8: of the 5.7 that they share, 1.7 stay with the exchange.
    expect(rewardsOn(amount(19n), ppm(100_000n))).toEqual({ inviter: 3n, friend: 1n })
  })
})
