import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/ledger-check.ts'
import { proveLedger } from '#server/store/prove-ledger.ts'
import { hold, quick } from '#tests/builders/commands.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** Leaves two orders that have traded in part, and one of each other thing that the ledger knows. */
async function trade(database: Database, name: string): Promise<void> {
  const exchange = await openTestExchange(database)
  await exchange.order('sara sells 3 GOLD at 100', `${name}-1`)
  await exchange.order('ali buys 1 GOLD at 100', `${name}-2`)
  await exchange.order('ali buys 2 GOLD at 50', `${name}-3`)
  await exchange.order('sara sells 1 GOLD at 50', `${name}-4`)
  await exchange.submit(quick('ali buys 1 GOLD at 100', { key: `${name}-5`, at: 1 }))
  await exchange.submit(hold('sara', '1 GOLD', { key: `${name}-6`, at: 1, reference: `withdrawal/${name}` }))
  await exchange.close()
}

const TABLES = [
  ...['orders', 'trades', 'referral_rewards', 'ledger_entries', 'postings', 'balances', 'toman_deposits'],
  ...['ledger_proofs', 'proven_balances', 'proven_orders'],
]
const keep = TABLES.map((table) => `create table kept_${table} as table ${table}`).join(';')
const putBack = TABLES.map(
  (table) => `delete from ${table}; insert into ${table} overriding system value table kept_${table}`,
).join(';')

const script = (database: Database, sql: string) => database.transaction((tx) => tx.script(sql))
const faultsOf = async (database: Database) => (await proveLedger(database)).faults
const proofOf = (database: Database) => database.query('select seq, trade_id, order_id, at from ledger_proofs')

const LAST = 'seq = (select max(seq) from ledger_entries)'
const CREDIT = `insert into ledger_entries select max(seq) + 1, 'credit', 'deposit/7', now() from ledger_entries;
  insert into postings (seq, owner_id, coin_id, bucket, amount)
    select max(seq), owner, 1, 'available', amount from ledger_entries,
      (values (1, 5), (-4, -5)) as given (owner, amount) group by owner, amount;
  update balances set available = available + 5 where owner_id = 1 and coin_id = 1;
  update balances set available = available - 5 where owner_id = -4 and coin_id = 1;`
const deposit = (status: string, settled: string) => `
  insert into toman_deposits (id, user_id, amount, gateway, card_masked, status, key, fingerprint, created_at, settled_at)
  overriding system value values (7, 1, 5, 'ZARINPAL', '6037', '${status}', 'k7', 'f', now(), ${settled});`

/** What is spoiled among the rows that came after the last proof, and what the next must say of it. */
const PLANTED: readonly { name: string; spoil: string; says: RegExp }[] = [
  {
    name: 'a unit made out of nothing',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1`,
    says: /all accounts sum to 1$/,
  },
  {
    name: 'a balance that its postings do not make',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1;
      update balances set available = available - 1 where owner_id = -4 and coin_id = 1`,
    says: /^owner 1, coin 1: the available balance is \d+, its postings say \d+$/,
  },
  {
    name: 'a balance that is gone',
    spoil: `delete from balances where owner_id = -1 and coin_id = 3`,
    says: /^owner -1/,
  },
  {
    name: 'an entry that sums to more',
    spoil: `update postings set amount = amount + 1 where ${LAST}`,
    says: /^entry/,
  },
  {
    name: 'an account that stands in one entry twice',
    spoil: `insert into postings select * from postings where ${LAST}`,
    says: /stands in it twice$/,
  },
  { name: 'postings of no entry', spoil: `delete from ledger_entries where ${LAST}`, says: /without the entry$/ },
  {
    name: 'a trade that is gone',
    spoil: `delete from trades where id = (select max(id) from trades where maker_order_id is not null)`,
    says: /^order \d+: executed 1000000, its trades say 0$/,
  },
  {
    name: 'a trade that an order from before has not heard of',
    spoil: `update orders set executed = 1 where id = (select maker_order_id from trades where id > (select trade_id from ledger_proofs) limit 1)`,
    says: /^order \d+: executed 1, its trades say \d+$/,
  },
  {
    name: 'a trade of another value',
    spoil: `update trades set value = value + 1 where id = (select max(id) from trades)`,
    says: /^order \d+: traded worth \d+, its trades say \d+$/,
  },
  {
    name: 'an order that says it has traded',
    spoil: `update orders set executed = 1 where id = (select max(id) from orders where executed = 0)`,
    says: /^order \d+: executed 1, its trades say 0$/,
  },
  {
    name: 'a fee that was not paid',
    spoil: `update trades set maker_fee = maker_fee + 1 where id = (select max(id) from trades where maker_order_id is not null)`,
    says: /^coin \d: the house took fees of \d+/,
  },
  {
    name: 'a reward that is not three tenths of the fee',
    spoil: `insert into referral_rewards select max(id), 9, 1, 3, 1, 1 from trades`,
    says: /^trade \d+: 1's fee was/,
  },
  {
    name: 'blocked money that no order explains',
    spoil: `update orders set held = held - 1 where id = (select max(id) from orders where held > 0)`,
    says: /is blocked, open orders and holds need/,
  },
  { name: 'a deposit without its credit', spoil: deposit('CONFIRMED', 'now()'), says: /^deposit 7 of 5 is CONFIRMED/ },
  {
    name: 'a credit for a deposit that has failed long ago',
    spoil: `${deposit('UNCONFIRMED', `now() - interval '1 year'`)} ${CREDIT}`,
    says: /^deposit 7 of 5 is UNCONFIRMED, the ledger credited 5/,
  },
]

eachDatabase('proving the ledger at a start', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '10000 TOMAN')
    await exchange.gives('sara', '100 GOLD')
    await exchange.gives('inventory', '100 GOLD')
    await exchange.close()
    await trade(database, 'before')
    expect(await faultsOf(database)).toEqual([])
    await trade(database, 'after')
    await script(database, keep)
  })

  test('goes on from the last proof, and comes as far as the check of everything', async () => {
    const [before] = await proofOf(database)
    expect(await proveLedger(database)).toEqual(await checkLedger(database))
    const [after] = await proofOf(database)
    expect(after).not.toEqual(before)
    expect(await faultsOf(database)).toEqual([])
    const standing = await database.query('select id, executed from proven_orders order by id')
    expect(standing).not.toEqual([])
    await script(database, putBack)
  })

  test.each(PLANTED)('finds $name, and stays where it was', async ({ spoil, says }) => {
    const before = await proofOf(database)
    await script(database, spoil)
    const faults = await faultsOf(database)
    expect(
      faults.filter((fault) => says.test(fault)),
      faults.join('; '),
    ).not.toEqual([])
    expect(await proofOf(database)).toEqual(before)
    expect((await checkLedger(database)).faults).not.toEqual([])
    await script(database, putBack)
  })

  test('a credit that a waiting deposit has from before the proof confirms it', async () => {
    await script(database, `${deposit('RAISED_BY_USER', 'null')} ${CREDIT}`)
    expect(await faultsOf(database)).toEqual([])
    await script(database, `update toman_deposits set status = 'CONFIRMED', settled_at = now()`)
    expect(await faultsOf(database)).toEqual([])
    await script(database, putBack)
  })

  test('what is changed before the proof is left to the check of everything, unless a balance tells', async () => {
    expect(await faultsOf(database)).toEqual([])
    await script(database, 'update postings set amount = amount + 1 where seq = 1 and owner_id = 1')
    expect(await faultsOf(database)).toEqual([])
    expect((await checkLedger(database)).faults).toContain('entry 1, coin 1: the postings sum to 1')
    await script(database, 'update balances set available = available + 1 where owner_id = 1 and coin_id = 1')
    expect(await faultsOf(database)).not.toEqual([])
    await script(database, putBack)
  })

  test('two that prove at once take turns', async () => {
    const reports = await Promise.all([proveLedger(database), proveLedger(database), proveLedger(database)])
    for (const { faults } of reports) expect(faults).toEqual([])
    await script(database, putBack)
  })
})
