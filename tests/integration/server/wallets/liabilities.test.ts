import { expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { checkProof } from '#domain/check-liabilities.ts'
import type { SignedStatement } from '#domain/liabilities.ts'
import type { Database, Queryable } from '#server/store/database.ts'
import {
  dropUnfinished,
  findStatement,
  orderStatement,
  readStatements,
  takeBalances,
} from '#server/store/wallets/liabilities.ts'
import { findProof } from '#server/wallets/liabilities/find-proof.ts'
import { LiabilityBoard, readStatement } from '#server/wallets/liabilities/liability-board.ts'
import { publishLiabilities } from '#server/wallets/liabilities/publish-liabilities.ts'
import { COINS } from '#tests/builders/coins.ts'
import { credit, hold } from '#tests/builders/commands.ts'
import { NODE_CRYPTOGRAPHY, openStrangersCheck, provenBy } from '#tests/builders/liability-tree.ts'
import { idOf } from '#tests/builders/people.ts'
import { funds } from '#tests/builders/quantities.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { DAY, MORNING, NOT_STOPPING, servicesOn } from './liability-services.ts'

async function newest(database: Database): Promise<SignedStatement | undefined> {
  const [kept] = await readStatements(database, 1)
  return kept && readStatement(kept)
}

/** The balances of the ledger, of customers alone. */
const owedIn = (database: Database) =>
  database.query<{ coin_id: number; user_id: bigint; owed: bigint }>(
    'select coin_id, owner_id as user_id, available + blocked as owed from balances where owner_id > 0 and available + blocked > 0',
  )

const symbolOf = (coinId: number) => COINS.find(({ id }) => id === coinId)?.symbol ?? ''

eachDatabase('a statement of liabilities', (open) => {
  test('has the totals of the ledger, and every customer proves the own balances by both checks', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    await exchange.gives('ali', '2.5 GOLD')
    await exchange.gives('sara', '1000 TOMAN')
    await exchange.gives('reza', '0.0001 GOLD')
    await exchange.submit(hold('ali', '300 TOMAN', { key: 'a-hold-of-ali', reference: 'a-hold', at: Date.now() }))
    for (let user = 100; user < 400; user += 1)
      await exchange.submit({
        ...credit('ali', `${user} TOMAN`, { key: `gift-${user}`, at: Date.now() }),
        userId: user,
      })
    const { services, publish } = servicesOn(database)
    await publish()
    const statement = await newest(database)
    const owed = await owedIn(database)
    for (const { coin, total } of statement?.coins ?? []) {
      const sum = owed.reduce((all, row) => (symbolOf(row.coin_id) === coin ? all + row.owed : all), 0n)
      expect(total, coin).toBe(sum.toString())
    }
    expect(statement?.coins.map(({ coin }) => coin)).toEqual(['GOLD', 'TOMAN'])
    const strangersCheck = await openStrangersCheck()
    for (const userId of [idOf('ali'), idOf('sara'), idOf('reza'), 100, 399]) {
      const proof = await findProof(services, { number: 1, userId })
      if (proof instanceof Rejected) throw new Error(`${userId} has no proof`)
      const proven = provenBy(await checkProof(proof, NODE_CRYPTOGRAPHY, statement))
      const own = owed.filter(({ user_id }) => user_id === BigInt(userId))
      expect(proven?.map((each) => [each.coin, each.proven])).toEqual(
        own.map((row) => [symbolOf(row.coin_id), row.owed]).toSorted(),
      )
      expect(strangersCheck(proof, statement)).toEqual(proven)
    }
    expect(await findProof(services, { number: 1, userId: 7_777 })).toMatchObject({ code: 'NO_BALANCE_IN_STATEMENT' })
    await database.query(
      `insert into users (id, mobile, referral_code, created_at) values (8888, '+989120000000', 'A', now() + interval '1 hour')`,
    )
    expect(await findProof(services, { number: 1, userId: 8_888 })).toMatchObject({ code: 'ACCOUNT_AFTER_STATEMENT' })
    await exchange.close()
  })

  test('is of one commit, while the exchange goes on', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1 TOMAN')
    const { publish } = servicesOn(database)
    const going = (async () => {
      for (let gift = 0; gift < 120; gift += 1)
        await exchange.submit(credit('ali', '1 TOMAN', { key: `gift-${gift}-of-many`, at: Date.now() }))
    })()
    await publish()
    await going
    const statement = await newest(database)
    const upTo = exchange.commits.filter(({ number }) => BigInt(number) <= BigInt(statement?.commit ?? 0))
    const last = upTo.flatMap(({ balances }) => balances).findLast(({ ownerId }) => ownerId === idOf('ali'))
    expect(statement?.coins[0]?.total).toBe(last?.available.toString())
    expect(upTo.length).toBeLessThan(exchange.commits.length + 1)
    await exchange.close()
  })

  test('is published once a day in Tehran, and again where two operators have asked for it; each names the one before it', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    const { clock, publish } = servicesOn(database)
    await publish()
    expect(await newest(database)).toBeUndefined()
    await exchange.gives('ali', '1000 TOMAN')
    await publish()
    await publish()
    expect((await newest(database))?.number).toBe('1')
    clock.at = new Date(MORNING.getTime() + 3_600_000)
    await database.transaction((tx) => orderStatement(tx, clock.at))
    clock.at = new Date(clock.at.getTime() + 1)
    await publish()
    await publish()
    expect((await newest(database))?.number).toBe('2')
    clock.at = new Date(MORNING.getTime() + DAY)
    await publish()
    const [third, second, first] = await readStatements(database, 10)
    expect([third?.number, second?.number, first?.number]).toEqual([3, 2, 1])
    expect([third, second].map((kept) => kept && readStatement(kept).previous)).toEqual([
      second?.fingerprint,
      first?.fingerprint,
    ])
    await exchange.close()
  })

  test('begins again after a stop, which leaves nothing that anybody sees', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    const { services, publish } = servicesOn(database)
    const stopped = new AbortController()
    stopped.abort()
    await publishLiabilities(services, stopped.signal)
    expect(await readStatements(database, 10)).toEqual([])
    const board = new LiabilityBoard({ database })
    await board.reload()
    expect(board.newest).toBeUndefined()
    await exchange.gives('ali', '5 TOMAN')
    await publish()
    await board.reload()
    expect(board.newest?.statement.coins[0]?.total).toBe(funds('1005 TOMAN').amount.toString())
    await exchange.close()
  })

  test('that another process has begun anew is published by that one alone', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    const { services, publish } = servicesOn(database)
    const slow: Queryable = {
      async query(sql, values) {
        // The lease of this process has ended, and another one takes the balances again.
        if (sql.includes('set statement')) {
          await dropUnfinished(database)
          await takeBalances(database, { number: 1, secret: Buffer.alloc(3), at: MORNING })
        }
        return database.query(sql, values)
      },
    }
    await expect(publishLiabilities({ ...services, database: slow }, NOT_STOPPING)).rejects.toThrow(/another process/)
    expect(await readStatements(database, 10)).toEqual([])
    await publish()
    expect((await newest(database))?.number).toBe('1')
    await exchange.close()
  })

  test('that another process has published meanwhile keeps its leaves, though the first one still writes some', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    const { services, publish } = servicesOn(database)
    let isOvertaken = false
    const paused: Queryable = {
      async query(sql, values) {
        if (sql.includes('set leaves') && !isOvertaken) {
          isOvertaken = true
          await publish()
        }
        return database.query(sql, values)
      },
    }
    await expect(publishLiabilities({ ...services, database: paused }, NOT_STOPPING)).rejects.toThrow()
    expect(isOvertaken).toBe(true)
    const proof = await findProof(services, { number: 1, userId: idOf('ali') })
    if (proof instanceof Rejected) throw proof
    expect(await checkProof(proof, NODE_CRYPTOGRAPHY)).toMatchObject({ kind: 'proven' })
    await exchange.close()
  })

  test('stays for ever, and its proofs for two weeks', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    const { services, clock, publish } = servicesOn(database)
    for (let day = 0; day < 15; day += 1) {
      clock.at = new Date(MORNING.getTime() + day * DAY)
      await publish()
    }
    const userId = idOf('ali')
    expect(await findStatement(database, 1)).toBeDefined()
    expect(await findProof(services, { number: 1, userId })).toMatchObject({ code: 'PROOF_NOT_KEPT' })
    expect(await findProof(services, { number: 2, userId })).toMatchObject({ statement: { number: '2' } })
    expect(await findProof(services, { number: 16, userId })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await database.query('select 1 from liability_balances where number = 1')).toEqual([])
    expect(await database.query('select 1 from liability_nodes where number = 1')).toEqual([])
    await exchange.close()
  })
})
