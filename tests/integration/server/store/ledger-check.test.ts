import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { hold, quick } from '#tests/builders/commands.ts'
import { keepLedger, script } from '#tests/builders/kept-ledger.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** One of everything that the ledger records. */
async function busyExchange(database: Database): Promise<void> {
  const exchange = await openTestExchange(database)
  await exchange.gives('ali', '1000 TOMAN')
  await exchange.gives('sara', '10 GOLD')
  await exchange.gives('inventory', '10 GOLD')
  await exchange.order('sara sells 3 GOLD at 100', 'key-1')
  await exchange.order('ali buys 1 GOLD at 100', 'key-2')
  await exchange.order('ali buys 1 GOLD at 50', 'key-3')
  await exchange.submit(quick('ali buys 1 GOLD at 100', { key: 'key-4', at: 1 }))
  await exchange.submit(hold('sara', '1 GOLD', { key: 'key-5', at: 1, reference: 'withdrawal/1' }))
  await exchange.close()
}

const deposit = (status: string, id = 1) => `
  insert into toman_deposits (id, user_id, amount, gateway, card_masked, status, key, fingerprint, created_at)
  overriding system value values (${id}, 1, 1000000000, 'ZARINPAL', '6037', '${status}', 'k${id}', 'f', now())`

/** The damage, and the fault that the check must report. */
const PLANTED: readonly { name: string; spoil: string; says: RegExp }[] = [
  {
    name: 'a unit made out of nothing',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1`,
    says: /^TOMAN: all accounts sum to 1$/,
  },
  {
    name: 'a balance that its postings do not make',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1;
      update balances set available = available - 1 where owner_id = -401 and coin_id = 1`,
    says: /^owner 1, coin 1: the available balance is \d+, its postings say \d+$/,
  },
  {
    name: 'postings without a balance',
    spoil: `delete from balances where owner_id = -1 and coin_id = 3`,
    says: /^owner -1, coin 3: the available balance is 0, its postings say 7000$/,
  },
  {
    name: 'blocked money that no order explains',
    spoil: `update orders set held = held - 1 where status = 'IS_OPEN' and side = 'BUY'`,
    says: /^owner 1, coin 1: 50000000 is blocked, open orders and holds need 49999999$/,
  },
  {
    name: 'an order that nobody blocked money for',
    spoil: `update orders set user_id = 4 where status = 'IS_OPEN' and side = 'SELL'`,
    says: /^owner 4, coin 3: 0 is blocked, open orders and holds need 2000000$/,
  },
  {
    name: 'a hold that is gone',
    spoil: `delete from holds`,
    says: /^owner 2, coin 3: 3000000 is blocked, open orders and holds need 2000000$/,
  },
  {
    name: 'an account that stands in one entry twice',
    spoil: `update ledger_entries set accounts = accounts || accounts, amounts = amounts || amounts where seq = 1`,
    says: /^entry 1: an account of owner 1, coin \d stands in it twice$/,
  },
  {
    name: 'an entry whose postings do not sum to zero',
    spoil: `update ledger_entries set amounts[1] = amounts[1] + 1 where seq = 1`,
    says: /^entry 1, coin 1: the postings sum to 1$/,
  },
  {
    name: 'an entry that is gone',
    spoil: `delete from ledger_entries where seq = 1`,
    says: /^owner 1, coin 1: the available balance is \d+, its postings say -?\d+$/,
  },
  {
    name: 'a hold of which more has left than its settlements say',
    spoil: `update holds set settled = 1;
      update balances set available = available + 1, blocked = blocked - 1 where owner_id = 2 and coin_id = 3`,
    says: /^hold withdrawal\/1: settled 1, its settlements say 0$/,
  },
  {
    name: 'an account that the ledger does not have',
    spoil: `update balances set owner_id = -7 where owner_id = -401;
      update ledger_entries set accounts = array_replace(accounts, -401 * 65536::bigint + 2, -7 * 65536::bigint + 2)`,
    says: /^coin 1: there is no account -7$/,
  },
  {
    name: "a move between the exchange's wallets that takes a user's money",
    spoil: `update ledger_entries set kind = 'sweep' where seq = 1`,
    says: /^entry 1: a sweep moves money of owner 1$/,
  },
  {
    name: 'a trade that is gone',
    spoil: `delete from trades where maker_order_id is not null`,
    says: /^order 1: executed 1000000, its trades say 0$/,
  },
  {
    name: 'a trade of another value',
    spoil: `update trades set value = value + 1 where maker_order_id is not null`,
    says: /^order 1: traded worth 100000000, its trades say 100000001$/,
  },
  {
    name: 'a fee that was not paid',
    spoil: `update trades set maker_fee = maker_fee + 1 where maker_order_id is not null`,
    says: /^coin 1: the exchange took fees of 400000, its trades less their rewards say 400001$/,
  },
  {
    name: 'a reward that is not three tenths of the fee',
    spoil: `insert into referral_rewards values (1, 9, 1, 3, 1, 1, 0); update trades set taker_fee = taker_fee + 1 where id = 1`,
    says: /^trade 1: 1's fee was 4001, his inviter got 1, and 0 went back$/,
  },
  {
    name: 'a part of a fee that goes back though its order gives none',
    spoil: `insert into referral_rewards values (1, 9, 1, 3, 1200, 1, 400)`,
    says: /^trade 1: 1's fee was 4000, his inviter got 1200, and 400 went back$/,
  },
  {
    name: 'a part of a fee that did not go back though its order gives it',
    spoil: `update orders set friend_share_ppm = 100000 where id = (select taker_order_id from trades where id = 1);
      insert into referral_rewards values (1, 9, 1, 3, 800, 1, 0)`,
    says: /^trade 1: 1's fee was 4000, his inviter got 800, and 0 went back$/,
  },
  {
    name: 'a withdrawal that nothing is held for',
    spoil: `insert into withdrawals (id, user_id, coin_id, token_type, address, amount, network_fee, hold_reference, created_at)
      values (1, 2, 3, 'CHAIN', 'outside', 999999, 0, 'withdrawal/1', now())`,
    says: /^withdrawal \d+ of 999999 is RAISED_BY_USER, what was held for it is $/,
  },
  {
    name: 'a withdrawal that left while its hold stands',
    spoil: `insert into withdrawals (id, user_id, coin_id, token_type, address, amount, network_fee, hold_reference, state, created_at)
      values (1, 2, 3, 'CHAIN', 'outside', 1000000, 0, 'withdrawal/1', 'CONFIRMED', now())`,
    says: /^withdrawal \d+ of 1000000 is CONFIRMED, what was held for it is 1000000 HELD$/,
  },
  {
    name: 'a confirmed deposit that nobody was credited',
    spoil: deposit('CONFIRMED'),
    says: /^deposit 1 of 1000000000 is CONFIRMED, the ledger credited 0 to its owner$/,
  },
  {
    name: 'a failed deposit that was credited',
    spoil: `${deposit('UNCONFIRMED')}; update ledger_entries set reference = 'deposit/1' where seq = 1`,
    says: /^deposit 1 of 1000000000 is UNCONFIRMED, the ledger credited 1000000000 to its owner$/,
  },
  {
    name: 'a deposit that was credited with another amount',
    spoil: `${deposit('RAISED_BY_USER')}; update ledger_entries set reference = 'deposit/1' where seq = 1;
      update toman_deposits set amount = 7`,
    says: /^deposit 1 of 7 is RAISED_BY_USER, the ledger credited 1000000000 to its owner$/,
  },
]

eachDatabase('the ledger check', (open) => {
  let database: Database
  let putBack: () => Promise<void>
  beforeAll(async () => {
    database = await open()
    await busyExchange(database)
    putBack = await keepLedger(database)
  })

  /** The faults of a ledger that is damaged for this one check. */
  async function faultsAfter(sql: string): Promise<readonly string[]> {
    await script(database, sql)
    const { faults } = await checkLedger(database)
    await putBack()
    return faults
  }

  test('a ledger that the exchange wrote is clean, and its columns add up', async () => {
    const { faults, totals } = await checkLedger(database)
    expect(faults).toEqual([])
    expect(totals.find(({ symbol }) => symbol === 'GOLD')).toEqual({
      symbol: 'GOLD',
      decimals: 6,
      users: 1_993_000n + 6_000_000n,
      usersBlocked: 3_000_000n,
      fees: 7_000n,
      networkFees: 0n,
      suspense: 0n,
      inventory: 9_000_000n,
      inventoryMin: 0n,
      inventoryMax: 10n ** 37n,
      sources: -20_000_000n,
      sum: 0n,
    })
  })

  test('a deposit is in order while it waits, also when it is credited already, and when it is confirmed', async () => {
    const credited = `update ledger_entries set reference = 'deposit/1' where seq = 1`
    for (const status of ['RAISED_BY_USER', 'CONFIRMED'])
      expect(await faultsAfter(`${deposit(status)}; ${credited}`)).toEqual([])
    expect(await faultsAfter(deposit('RAISED_BY_USER'))).toEqual([])
    expect(await faultsAfter(deposit('UNCONFIRMED'))).toEqual([])
  })

  test.each(PLANTED)('finds $name', async ({ spoil, says }) => {
    const faults = await faultsAfter(spoil)
    expect(
      faults.filter((fault) => says.test(fault)),
      faults.join('; '),
    ).toHaveLength(1)
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
