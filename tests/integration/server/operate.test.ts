import { beforeAll, expect, test } from 'vitest'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { operate } from '#server/operate.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { seedStrategies } from '#server/operations/seed-strategies.ts'
import { type Catalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { countMissing } from '#server/store/migrate.ts'
import { readStrategies } from '#server/store/trading/maker-strategies.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'

onDatabase("an operator's command line", (open) => {
  let database: Database
  let catalogue: Catalogue

  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
    catalogue = await readCatalogue(database)
    await seedStrategies(database, catalogue)
  })

  const AS = ['--as', 'Sara Karimi']
  /** No server runs: it is not waited for. */
  const report = (...words: string[]) => operate(database, [...words, ...AS], { waitMs: 0 })
  const WHY = ['--because', 'Prices are right']
  const events = () =>
    database.query<{ kind: string; operator: bigint; details: Record<string, unknown> }>(
      'select kind, operator_id as operator, details::json as details from audit_log order by id',
    )

  async function stateOf(symbol: string) {
    const market = catalogue.marketBySymbol.get(symbol)
    const states = await openMarketStates({
      database,
      catalogue: await readCatalogue(database),
      exchange: { submit: async () => ({ kind: 'rules' }) },
      hours: 'always',
    })
    return market && states.stateAt(market, Date.now())
  }

  test('halts a market with its reason, and lets it trade again', async () => {
    expect(await report('halt', 'GOLD_TOMAN', 'بازبینی', 'Under review')).toBe(
      'GOLD_TOMAN is halted: Under review\nNo running server has acknowledged it: one that starts keeps it from its first command on.',
    )
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } })
    await report('cancel-only', 'GOLD_TOMAN', 'پایان', 'The end')
    expect(await stateOf('GOLD_TOMAN')).toMatchObject({ kind: 'cancel-only' })
    expect(await report('resume', 'GOLD_TOMAN', ...WHY)).toMatch(/^GOLD_TOMAN trades again\./)
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'open' })
    expect(await report('resume', 'GOLD_TOMAN', ...WHY)).toBe('GOLD_TOMAN was not halted.')
  })

  test('switches the market maker, in one market or in all', async () => {
    const quoted = async () => [...(await readStrategies(database)).values()].filter(({ enabled }) => enabled).length
    expect(await report('maker', 'off', 'GOLD_TOMAN', ...WHY)).toBe('The market maker is off in GOLD_TOMAN.')
    expect(await quoted()).toBe(30)
    await report('maker', 'off', 'all', ...WHY)
    expect(await quoted()).toBe(0)
    await report('maker', 'on', 'all', ...WHY)
    expect(await quoted()).toBe(31)
  })

  test('acts for an operator, or for a name beside the account of the machine, and the log says so', async () => {
    const sealer = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
    const operator = {
      mobile: iranianIdentity().mobileNumber,
      name: 'Reza Amini',
      roles: ['ADMIN'] as const,
      at: new Date(),
    }
    const added = await addOperator({ database, sealer }, operator)
    const words = ['halt', 'GOLD_TOMAN', 'بازبینی', 'Under review']
    await operate(database, [...words, '--as', operator.mobile], { waitMs: 0 })
    await report('resume', 'GOLD_TOMAN', ...WHY)
    await expect(operate(database, words, { waitMs: 0 })).rejects.toThrow(/without a name/)
    const [machine] = await database.query<{ id: bigint }>(`select id from users where house_name = 'operations'`)
    expect((await events()).slice(-2)).toMatchObject([
      {
        kind: 'MARKET_HALTED',
        operator: BigInt('operatorId' in added ? added.operatorId : 0),
        details: { reason: 'Under review' },
      },
      { kind: 'MARKET_RESUMED', operator: machine?.id, details: { by: 'Sara Karimi', reason: 'Prices are right' } },
    ])
  })

  test('changes no schema of a database server that may be live', async () => {
    if (database.engine === 'pglite') return expect(await countMissing(database)).toBe(0)
    await database.query('create table kept as select * from schema_migrations')
    await database.query(`delete from schema_migrations where name like '0035%'`)
    expect(await countMissing(database)).toBe(1)
    await database.query(`insert into schema_migrations select * from kept where name like '0035%'`)
    expect(await countMissing(database)).toBe(0)
  })

  test.each([
    [[], /^Orders to an exchange/],
    [['halt', 'CAMEL_TOMAN', 'x', 'y'], /^There is no market "CAMEL_TOMAN"/],
    [['halt', 'GOLD_TOMAN', 'فقط فارسی'], /both languages/],
    [['maker', 'perhaps', 'all'], /^Orders to an exchange/],
    [['maker', 'off'], /^Orders to an exchange/],
    [['resume', 'GOLD_TOMAN'], /--because/],
    [['halt', 'GOLD_TOMAN', 'بازبینی', 'Under review', '--as', ' '], /without a name/],
    [['halt', 'GOLD_TOMAN', 'بازبینی', 'Under review', '--as', '09121234567'], /is no operator/],
  ])('%j is refused with a sentence', async (words, says) => {
    const before = await events()
    const named = words.includes('--as') ? words : [...words, ...AS]
    await expect(operate(database, named, { waitMs: 0 })).rejects.toThrow(says)
    expect(await events()).toEqual(before)
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'open' })
  })
})
