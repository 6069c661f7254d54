import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { SettleHold } from '#server/engine/commands.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import {
  INVITER,
  LISTED_ADDRESS,
  type QuickTradeServer,
  SEND,
  SENDING,
  SUPERVISOR,
  startQuickTradeServer,
} from './quick-trade-server.ts'

/** At ten million Toman a gram and a spread of 0.5 %. */
const BUY = {
  marketType: 'GOLD_TOMAN',
  orderType: 'EXCHANGE_BUY',
  amount: '2',
  unitPrice: '10050000',
  totalPrice: '20100000',
}
const SELL = { ...BUY, orderType: 'EXCHANGE_SELL', unitPrice: '9950000', totalPrice: '19900000' }
onDatabase('quick trade', (open) => {
  let database: Database
  let living: LivingExchange
  let server: QuickTradeServer
  let newest = 2_000
  let startMs = 0

  /** Moves the clock to this long after the start of the test; the exchange's time never goes back. */
  const later = (ms: number) => {
    living.clock.aheadMs = startMs + ms
  }

  async function quote(changes: Partial<Parameters<typeof quotesOf>[0]> = {}) {
    living.feed.quotes = quotesOf({ at: new Date(Date.now() + living.clock.aheadMs), ...changes })
    await living.marketData.priceBoard.poll()
  }

  async function purse(ownerId: number, symbol: string) {
    const coin = living.catalogue.coinBySymbol.get(symbol)
    const [row] = await database.query<{ available: bigint; blocked: bigint }>(
      'select available, blocked from balances where owner_id = $1 and coin_id = $2',
      [ownerId, coin?.id ?? 0],
    )
    const text = (units = 0n) => formatDecimal(units, coin?.decimals ?? 0)
    return [text(row?.available), text(row?.blocked)]
  }

  /** A new user with this much of a coin. */
  async function somebody(text = '100000000 TOMAN', userId = newest++) {
    const [quantity = '', symbol = ''] = text.split(' ')
    const coin = living.catalogue.coinBySymbol.get(symbol)
    if (!coin) throw new Error(`no coin ${symbol}`)
    const reference = `gift/${userId}/${symbol}`
    await living.exchange.submit({
      type: 'credit',
      source: 'hot/ERC20',
      userId,
      coinId: coin.id,
      amount: amount(parseDecimal(quantity, coin.decimals) ?? 0n),
      reference,
      key: reference,
      fingerprint: reference,
    })
    return userId
  }

  const buy = (userId: number, changes: object = {}, key?: string) =>
    server.call(userId, '/exchange/buy', { ...BUY, ...changes }, key)
  const send = (userId: number, changes: object = {}, key?: string) =>
    server.call(userId, '/exchange/buy', { ...SEND, ...changes }, key)

  beforeAll(async () => {
    database = await open()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    server = await startQuickTradeServer(living, SENDING)
  })
  beforeEach(async () => {
    startMs = living.clock.aheadMs
    living.states.state = { kind: 'open' }
    await quote()
  })
  afterAll(async () => {
    await server.close()
    await living.close()
  })

  test('both sides trade at the price that was shown, for a fee of 0.3 % of what is received', async () => {
    const userId = await somebody()
    expect(await buy(userId, { wage: '0.3', sourceCoin: 'TOMAN', destinationCoin: 'GOLD' })).toMatchObject({
      status: 200,
      baseDTO: { orderStatus: 'DONE', wage: '0.006', executedPercent: 100 },
    })
    expect(await purse(userId, 'GOLD')).toEqual(['1.994', '0'])
    const sold = await server.call(userId, '/exchange/sell', { ...SELL, amount: '1', totalPrice: '9950000' })
    expect(sold).toMatchObject({ status: 200, baseDTO: { wage: '29850' } })
    expect(await purse(userId, 'TOMAN')).toEqual(['89820150', '0'])
  })

  test('a trade that was made is answered again by its key, whatever the price and the hour are by now', async () => {
    const userId = await somebody()
    const first = await buy(userId, {}, 'the-same-key')
    living.states.state = { kind: 'closed', opensAt: undefined }
    later(60_000)
    expect(await buy(userId, {}, 'the-same-key')).toEqual(first)
    expect(await buy(userId, { amount: '1', totalPrice: '10050000' }, 'the-same-key')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await purse(userId, 'GOLD')).toEqual(['1.994', '0'])
  })

  describe('what is refused', () => {
    test.each([
      ['a market that is not', { marketType: 'CAMEL_TOMAN' }, 'MARKET_NOT_FOUND'],
      ['another coin than the market has', { sourceCoin: 'TETHER' }, 'MARKET_NOT_FOUND'],
      ['finer than the coin is traded', { amount: '2.0001', totalPrice: '20101005' }, 'UNACCEPTABLE_AMOUNT'],
      ['less than the least', { amount: '0.009', totalPrice: '90450' }, 'AMOUNT_IS_LOW'],
      ['more than the most', { amount: '200.001', totalPrice: '2010010050' }, 'AMOUNT_IS_HIGH'],
      ['a price beside the tick', { unitPrice: '10050000.5' }, 'UNIT_PRICE_INVALID'],
      ['a total that is not the product', { totalPrice: '20100002' }, 'TOTAL_MISMATCH'],
      ['another wage', { wage: '0.2' }, 'WAGE_CHANGED'],
      ['a network without an address', { tokenType: 'ERC20' }, 'ADDRESS_REQUIRED'],
      ['an address without a network', { destinationWallet: SEND.destinationWallet }, 'NETWORK_REQUIRED'],
      ['gold, which no chain carries', { destinationWallet: 'x', tokenType: 'ERC20' }, 'NETWORK_NOT_SUPPORTED'],
    ])('%s', async (_, changes, code) => {
      const userId = await somebody()
      expect(await buy(userId, changes)).toMatchObject({ code })
      expect(await purse(userId, 'TOMAN')).toEqual(['100000000', '0'])
    })

    test('an amount outside the bounds names the bound', async () => {
      const userId = await somebody()
      expect(await buy(userId, { amount: '0.009', totalPrice: '90450' })).toMatchObject({
        baseDTO: { min: '0.01', coin: 'GOLD' },
      })
      expect(await buy(userId, { amount: '200.001', totalPrice: '2010010050' })).toMatchObject({
        baseDTO: { max: '200', coin: 'GOLD' },
      })
    })

    test('the market maker, a closed and a halted market, a stale feed, an empty purse', async () => {
      await somebody('100000000 TOMAN', SUPERVISOR)
      expect(await buy(SUPERVISOR)).toMatchObject({ status: 403, code: 'MARKET_MAKER_NOT_ALLOWED' })
      const userId = await somebody()
      living.states.state = { kind: 'closed', opensAt: undefined }
      expect(await buy(userId)).toMatchObject({ status: 409, code: 'MARKET_IS_NOT_ACTIVE' })
      living.states.state = { kind: 'halted', reason: { fa: 'ایست', en: 'Halt' } }
      expect(await buy(userId)).toMatchObject({ status: 409, code: 'MARKET_IS_NOT_ACTIVE' })
      living.states.state = { kind: 'open' }
      later(31_000)
      expect(await buy(userId)).toMatchObject({ status: 503, code: 'PRICE_STALE' })
      await quote()
      expect(await buy(await somebody('20099999 TOMAN'))).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
    })
  })

  describe('a buy for a wallet outside', () => {
    test('raises a withdrawal with its hold in the same commit', async () => {
      const userId = await somebody()
      const sent = await send(userId, {}, 'send-it-out')
      expect(sent).toMatchObject({
        status: 200,
        baseDTO: {
          orderStatus: 'DONE',
          withdrawal: {
            tokenType: 'ERC20',
            destinationWallet: SEND.destinationWallet,
            amount: '0.997',
            networkFee: '0.001',
          },
        },
      })
      expect(await purse(userId, 'ETHEREUM')).toEqual(['0', '0.997'])
      expect(await send(userId, {}, 'send-it-out')).toEqual(sent)
      const rows = await database.query(
        `select address, token_type, withdrawals.amount, network_fee, withdrawals.state, holds.status as hold
         from withdrawals join holds on reference = hold_reference where withdrawals.user_id = $1`,
        [userId],
      )
      expect(rows).toEqual([
        {
          address: SEND.destinationWallet,
          token_type: 'ERC20',
          amount: 997_000_000_000_000_000n,
          network_fee: 1_000_000_000_000_000n,
          state: 'APPROVED',
          hold: 'HELD',
        },
      ])
      expect(await send(userId, { tokenType: undefined, destinationWallet: undefined }, 'send-it-out')).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      })
    })

    test.each([
      ['of a frozen account', { blocked: true }, 'FORBIDDEN'],
      ['of an identity that is not verified any more', { authorized: false }, 'ACCOUNT_NOT_AUTHORIZED'],
      ['while withdrawals are held', { heldUntil: Number.MAX_SAFE_INTEGER }, 'WITHDRAWALS_HELD'],
      ['where what is known is old', { readAt: 0 }, 'UNAVAILABLE'],
    ])('is refused %s, and nothing is held', async (_, against, code) => {
      const userId = await somebody()
      const sent = await send(userId, {}, `before-${userId}`)
      server.hold(userId, against)
      expect(await send(userId, {})).toMatchObject({ code })
      // A trade sent before gets its first answer, and a purchase that stays in the account works as before.
      expect(await send(userId, {}, `before-${userId}`)).toEqual(sent)
      expect(await purse(userId, 'ETHEREUM')).toEqual(['0', '0.997'])
      const { destinationWallet: _wallet, tokenType: _type, ...stays } = SEND
      expect((await server.call(userId, '/exchange/buy', stays)).status).toBe(200)
    })

    test.each([
      ['an address of another network', { destinationWallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'ADDRESS_INVALID'],
      ['an address that screening lists', { destinationWallet: LISTED_ADDRESS }, 'ADDRESS_BLOCKED'],
      ['a tag where the network has none', { tag: '7' }, 'TAG_NOT_SUPPORTED'],
      ['a network that does not carry the coin', { tokenType: 'TRC20' }, 'NETWORK_NOT_SUPPORTED'],
      ['less than the network sends, after our wage', { amount: '0.005', totalPrice: '5025' }, 'AMOUNT_IS_LOW'],
    ])('is refused to %s', async (_, changes, code) => {
      const userId = await somebody()
      expect([await send(userId, changes), await purse(userId, 'TOMAN')]).toMatchObject([{ code }, ['100000000', '0']])
    })

    test('a sale has no destination', async () => {
      const userId = await somebody('10 GOLD')
      const body = { ...SELL, destinationWallet: SEND.destinationWallet, tokenType: 'ERC20' }
      expect(await server.call(userId, '/exchange/sell', body)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })

    test('what is held can be given back, or leave through the chain', async () => {
      const userId = await somebody()
      for (let i = 0; i < 2; i++) await send(userId)
      const ofUser = 'select hold_reference as name from withdrawals where user_id = $1 order by id'
      const [first, second] = await database.query<{ name: string }>(ofUser, [userId])
      if (!first || !second) throw new Error('nothing was sent')
      const end = (name: string, how: { type: 'release' } | Pick<SettleHold, 'type' | 'parts' | 'rest'>) =>
        living.exchange.submit({ userId, key: `${how.type}-${name}`, fingerprint: name, reference: name, ...how })
      const units = (text: string) => amount(parseDecimal(text, 18) ?? 0n)
      const sent = { account: 'hot/ERC20', amount: units('0.99') } as const
      const fee = { account: 'feesCharged/ERC20', amount: units('0.001') } as const
      expect(await end(first.name, { type: 'release' })).toMatchObject({ kind: 'moved' })
      const settle = { type: 'settle', parts: [sent, fee], rest: 'released' } as const
      expect(await end(second.name, settle)).toMatchObject({ kind: 'moved' })
      expect(await purse(ownerIdOf('feesCharged/ERC20'), 'ETHEREUM')).toEqual(['0.001', '0'])
      expect(await purse(userId, 'ETHEREUM')).toEqual(['1.003', '0'])
    })
  })

  test("a friend's quick trade rewards the inviter with three tenths of the fee", async () => {
    const userId = await somebody('100000000 TOMAN', INVITER + 1)
    await buy(userId)
    expect(await purse(INVITER, 'GOLD')).toEqual(['0.0018', '0'])
    const rewards = await database.query('select value_in_toman from referral_rewards where inviter_id = $1', [INVITER])
    expect(rewards).toEqual([{ value_in_toman: 18_090_000_000n }])
  })

  test('the inventory goes as far as its bounds allow, both ways, and the ledger shows them', async () => {
    const [inventory = '0'] = await purse(SYSTEM_ACCOUNT.otcInventory, 'GOLD')
    const held = parseDecimal(inventory, 6) ?? 0n
    await database.query('update coins set inventory_min = $1, inventory_max = $2 where symbol = $3', [
      held - 1_000_000n,
      held + 1_000_000n,
      'GOLD',
    ])
    await server.close()
    await living.close()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    later(0)
    await quote()
    server = await startQuickTradeServer(living)
    const [buyer, seller] = [await somebody(), await somebody('10 GOLD')]
    expect(await buy(buyer)).toMatchObject({ status: 409, code: 'HOUSE_LIMIT_REACHED' })
    expect(await buy(buyer, { amount: '1', totalPrice: '10050000' })).toMatchObject({ status: 200 })
    expect(await server.call(seller, '/exchange/sell', SELL)).toMatchObject({ status: 200 })
    expect(await server.call(seller, '/exchange/sell', SELL)).toMatchObject({ code: 'HOUSE_LIMIT_REACHED' })
    const { totals } = await checkLedger(database)
    expect(totals.find(({ symbol }) => symbol === 'GOLD')).toMatchObject({
      inventory: held + 1_000_000n,
      inventoryMin: held - 1_000_000n,
      inventoryMax: held + 1_000_000n,
    })
  })

  test('the ledger adds up after all of it, and an exchange opened anew holds the same', async () => {
    expect((await checkLedger(database)).faults).toEqual([])
    const { markets } = await readCatalogue(database)
    const again = await openExchange({ database, markets, log: { warn: () => undefined }, onLost: () => undefined })
    await again.close()
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
