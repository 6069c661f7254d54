import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { checkLedger, forgetProof, ledgerFault, proveLedger } from '#server/store/prove-ledger.ts'
import { hold, quick } from '#tests/builders/commands.ts'
import { keepLedger, script } from '#tests/builders/kept-ledger.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

/** Leaves two partly executed orders, and one of each other thing that the ledger records. */
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

/** So few that the rows here take many slices and pages. */
const ROWS_MAX = 3
const prove = (database: Database) => proveLedger(database, { rowsMax: ROWS_MAX })
const proofOf = (database: Database) => database.query('select seq, trade_id, order_id from ledger_proofs')
const newestOf = (database: Database) =>
  database.query(`select (select max(seq) from ledger_entries) as seq, (select max(id) from trades) as trade_id,
    (select max(id) from orders) as order_id`)
/** The stored rows of the proof, in the order of their keys. */
const provenOf = (database: Database) =>
  Promise.all(
    ['balances', 'orders', 'fees'].map((name) => database.query(`select * from proven_${name} order by 1, 2`)),
  )

const LAST = 'seq = (select max(seq) from ledger_entries)'
const CREDIT = `insert into ledger_entries
    select max(seq) + 1, now(), 'credit', 'deposit/7', array[1 * 65536 + 1 * 2, -401 * 65536 + 1 * 2], '{5,-5}' from ledger_entries;
  update balances set available = available + 5 where owner_id = 1 and coin_id = 1;
  update balances set available = available - 5 where owner_id = -401 and coin_id = 1;`
const deposit = (status: string, settled: string) => `
  insert into toman_deposits (id, user_id, amount, gateway, card_masked, status, key, fingerprint, created_at, settled_at)
  overriding system value values (7, 1, 5, 'ZARINPAL', '6037', '${status}', 'k7', 'f', now(), ${settled});`

/** The damage to rows after the last proof, and the fault that the next proof must report. */
const PLANTED: readonly { name: string; spoil: string; says: RegExp }[] = [
  {
    name: 'a unit made out of nothing',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1`,
    says: /^owner 1, coin 1: the available balance is \d+, its postings say \d+$/,
  },
  {
    name: 'a balance that its postings do not make',
    spoil: `update balances set available = available + 1 where owner_id = 1 and coin_id = 1;
      update balances set available = available - 1 where owner_id = -401 and coin_id = 1`,
    says: /^owner 1, coin 1: the available balance is \d+, its postings say \d+$/,
  },
  {
    name: 'a balance that is gone',
    spoil: `delete from balances where owner_id = -1 and coin_id = 3`,
    says: /^owner -1/,
  },
  {
    name: 'an entry that sums to more',
    spoil: `update ledger_entries set amounts[1] = amounts[1] + 1 where ${LAST}`,
    says: /^entry/,
  },
  {
    name: 'an account that stands in one entry twice',
    spoil: `update ledger_entries set accounts = accounts || accounts, amounts = amounts || amounts where ${LAST}`,
    says: /stands in it twice$/,
  },
  {
    name: 'an entry that is gone',
    spoil: `delete from ledger_entries where ${LAST}`,
    says: /^owner -?\d+, coin \d: the \w+ balance is -?\d+, its postings say -?\d+$/,
  },
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
    says: /^coin \d: the exchange took fees of \d+/,
  },
  {
    name: 'a reward that is not three tenths of the fee',
    spoil: `insert into referral_rewards select max(id), 9, 1, 3, 1, 1, 0 from trades`,
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

eachDatabase('proving the ledger', (open) => {
  let database: Database
  let putBack: () => Promise<void>
  beforeAll(async () => {
    database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '10000 TOMAN')
    await exchange.gives('sara', '100 GOLD')
    await exchange.gives('inventory', '100 GOLD')
    await exchange.close()
    await trade(database, 'before')
    expect(await prove(database)).toEqual([])
    await trade(database, 'after')
    putBack = await keepLedger(database)
  })

  test('goes on from the last proof, and keeps what the check of everything keeps', async () => {
    expect(await proofOf(database)).not.toEqual(await newestOf(database))
    expect(await prove(database)).toEqual([])
    expect(await proofOf(database)).toEqual(await newestOf(database))
    const proven = await provenOf(database)
    expect(proven[1], 'orders that may trade on').not.toEqual([])
    expect((await checkLedger(database)).faults).toEqual([])
    expect(await provenOf(database)).toEqual(proven)
    expect(await prove(database)).toEqual([])
    await putBack()
  })

  test('one that is interrupted goes on where it was', async () => {
    const before = await proofOf(database)
    const stopping = new AbortController()
    const stopped: Database = {
      ...database,
      transaction: (work) => {
        stopping.abort()
        return database.transaction(work)
      },
    }
    expect(await proveLedger(stopped, { rowsMax: ROWS_MAX, signal: stopping.signal })).toEqual([])
    const between = await proofOf(database)
    expect(between).not.toEqual(before)
    expect(between).not.toEqual(await newestOf(database))
    await script(database, 'update ledger_entries set amounts[1] = amounts[1] + 1 where seq = 1')
    expect(await prove(database), 'what was proven is not read again').toEqual([])
    expect(await proofOf(database)).toEqual(await newestOf(database))
    await putBack()
  })

  test.each(PLANTED)('finds $name, and finds it again until it is gone', async ({ spoil, says }) => {
    await script(database, spoil)
    for (let time = 0; time < 2; time++) {
      const faults = await prove(database)
      expect(
        faults.filter((fault) => says.test(fault)),
        faults.join('; '),
      ).not.toEqual([])
      expect(await ledgerFault(database)).toContain(faults[0])
    }
    expect((await checkLedger(database)).faults).not.toEqual([])
    await putBack()
    expect((await checkLedger(database)).faults).toEqual([])
    expect(await ledgerFault(database)).toBeUndefined()
    await putBack()
  })

  test('a credit that a waiting deposit has from before the proof confirms it', async () => {
    await script(database, `${deposit('RAISED_BY_USER', 'null')} ${CREDIT}`)
    expect(await prove(database)).toEqual([])
    await script(database, `update toman_deposits set status = 'CONFIRMED', settled_at = now()`)
    expect(await prove(database)).toEqual([])
    await script(database, `update toman_deposits set status = 'UNCONFIRMED'`)
    expect(await prove(database)).toEqual(['deposit 7 of 5 is UNCONFIRMED, the ledger credited 5 to its owner'])
    await putBack()
  })

  test('what is changed before the proof is left to the check of everything, unless a balance tells', async () => {
    expect(await prove(database)).toEqual([])
    await script(database, 'update ledger_entries set amounts[1] = amounts[1] + 1 where seq = 1')
    expect(await prove(database)).toEqual([])
    expect((await checkLedger(database)).faults).toContain('entry 1, coin 1: the postings sum to 1')
    await putBack()
    expect(await prove(database)).toEqual([])
    await script(database, 'update balances set available = available + 1 where owner_id = 1 and coin_id = 1')
    expect(await prove(database)).not.toEqual([])
    await putBack()
  })

  test('two that prove at once take turns', async () => {
    const proofs = await Promise.all([prove(database), prove(database), checkLedger(database), prove(database)])
    expect(proofs.flatMap((proof) => ('faults' in proof ? proof.faults : proof))).toEqual([])
    await putBack()
  })
})

eachDatabase('proving the ledger beside a running writer', (open) => {
  test('accuses nobody, and comes to its end', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000000 TOMAN')
    await exchange.gives('sara', '10000 GOLD')
    await exchange.gives('inventory', '10000 GOLD')
    const writing = new AbortController()
    const write = async (lane: number) => {
      for (let i = 0; !writing.signal.aborted; i++) {
        const key = `${lane}-${i}`
        await exchange.order('sara sells 3 GOLD at 100', `${key}-a`)
        await exchange.order('ali buys 2 GOLD at 100', `${key}-b`)
        await exchange.order('ali buys 1 GOLD at 50', `${key}-c`)
        await exchange.submit(quick('ali buys 1 GOLD at 100', { key: `${key}-d`, at: 1 }))
        await exchange.submit(hold('sara', '1 GOLD', { key: `${key}-e`, at: 1, reference: `withdrawal/${key}` }))
        const cancelled = { userId: 1, key: `${key}-f`, fingerprint: '', at: 1, marketId: undefined, most: 100 }
        if (i % 10 === 0) await exchange.submit({ type: 'cancelAllOrders', ...cancelled })
      }
    }
    const writers = Array.from({ length: 8 }, (_, lane) => write(lane))
    const until = Date.now() + 4_000
    const faults: string[] = []
    let proofs = 0
    for (; Date.now() < until || proofs < 4; proofs++) {
      if (proofs % 5 === 4) await forgetProof(database)
      faults.push(...(await proveLedger(database, { rowsMax: 200 })))
    }
    writing.abort()
    await Promise.all(writers)
    expect(faults).toEqual([])
    await exchange.close()
    expect(await proveLedger(database, { rowsMax: 200 })).toEqual([])
    expect(await proofOf(database)).toEqual(await newestOf(database))
  })
})

eachDatabase('the pace of a proof', (open) => {
  test('a step that took long is followed by one of half as many rows, and one that took little by one of twice as many', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    await Promise.all(Array.from({ length: 99 }, (_, i) => exchange.order('ali buys 1 GOLD at 1', `order-${i}`)))
    await exchange.close()
    // The clock advances with the statements of a slow step alone, so that a busy machine makes no step slow.
    let clockMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
    onTestFinished(() => clock.mockRestore())
    let isSlow = true
    const slices: number[] = []
    const seen = async () => Number((await database.query<{ seq: bigint }>('select seq from ledger_proofs'))[0]?.seq)
    const timed: Database = {
      ...database,
      transaction: async (work) => {
        const before = await seen()
        const result = await database.transaction((tx) =>
          work({
            ...tx,
            query: (...statement) => {
              if (isSlow) clockMs += 30
              return tx.query(...statement)
            },
          }),
        )
        slices.push((await seen()) - before)
        isSlow = slices.length < 3
        return result
      },
    }
    expect(await proveLedger(timed, { rowsMax: 40, stepMsMax: 200 })).toEqual([])
    // Ten is the minimum.
    expect(slices.filter((entries) => entries > 0).slice(0, 5)).toEqual([40, 20, 10, 10, 20])
  })
})
