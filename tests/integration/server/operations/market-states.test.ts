import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Market } from '#domain/market.ts'
import type { SentCommand } from '#server/engine/commands.ts'
import { haltMarket, openMarketStates } from '#server/operations/market-states.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { type LiveCatalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { endHalt, isAcknowledged } from '#server/store/trading/market-halts.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const REVIEW = { kind: 'halted', reason: { fa: 'بازبینی قیمت', en: 'Prices are under review' } } as const
const FRIDAY = Date.parse('2026-11-27T12:00:00+03:30')
const NOWRUZ = Date.parse('2027-03-21T12:00:00+03:30')
const at = new Date()
/** An exchange that accepts all rules immediately. */
const NO_EXCHANGE = { submit: async () => ({ kind: 'rules', applied: true }) as const }

onDatabase('states of markets', (open) => {
  let database: Database
  let catalogue: LiveCatalogue
  let market: (symbol: string) => Market

  beforeAll(async () => {
    database = await open()
    await migrate(database)
    await seedCatalogue(database)
    catalogue = await readCatalogue(database)
    const { marketBySymbol } = catalogue
    market = (symbol) => {
      const found = marketBySymbol.get(symbol)
      if (!found) throw new Error(`no market ${symbol}`)
      return found
    }
  })

  test('gold keeps working hours and the holidays of the table, crypto and Tether never close', async () => {
    const states = await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'working' })
    for (const symbol of ['GOLD_TOMAN', 'GOLD_TETHER']) {
      expect(states.stateAt(market(symbol), FRIDAY)).toMatchObject({ kind: 'closed' })
      expect(states.stateAt(market(symbol), NOWRUZ)).toMatchObject({ kind: 'closed' })
    }
    for (const symbol of ['BITCOIN_TOMAN', 'TETHER_TOMAN'])
      expect(states.stateAt(market(symbol), FRIDAY)).toEqual({ kind: 'open' })
  })

  test('a sandbox may keep every market open', async () => {
    const states = await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'always' })
    expect(states.stateAt(market('GOLD_TOMAN'), FRIDAY)).toEqual({ kind: 'open' })
  })

  test('a halt stops one market at once, survives a restart, and ends when it is resumed', async () => {
    const bitcoin = market('BITCOIN_TOMAN')
    const states = await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'always' })
    const other = await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'always' })
    await haltMarket(database, { market: bitcoin, halt: REVIEW, at })
    expect(await isAcknowledged(database, bitcoin.id)).toBe(false)
    await states.reload()
    expect(await isAcknowledged(database, bitcoin.id)).toBe(true)
    expect(states.stateAt(bitcoin, FRIDAY)).toEqual(REVIEW)
    expect(states.stateAt(market('ETHEREUM_TOMAN'), FRIDAY)).toEqual({ kind: 'open' })
    expect(
      (await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'always' })).stateAt(
        bitcoin,
        FRIDAY,
      ),
    ).toEqual(REVIEW)

    await other.reload()
    expect(other.stateAt(bitcoin, FRIDAY)).toEqual(REVIEW)

    expect(await endHalt(database, { marketId: bitcoin.id, at })).toBe(true)
    expect(await isAcknowledged(database, bitcoin.id)).toBe(false)
    await states.reload()
    expect(states.stateAt(bitcoin, FRIDAY)).toEqual({ kind: 'open' })
    expect(await endHalt(database, { marketId: bitcoin.id, at })).toBe(false)
    expect(await isAcknowledged(database, bitcoin.id)).toBe(true)
  })

  test('a later order of an operator takes the place of the one that stands, and all of them are kept', async () => {
    const dash = market('DASH_TOMAN')
    const states = await openMarketStates({ database, catalogue, exchange: NO_EXCHANGE, hours: 'always' })
    await haltMarket(database, { market: dash, halt: REVIEW, at })
    const goodbye = { kind: 'cancel-only', reason: { fa: 'پایان کار این بازار', en: 'This market ends' } } as const
    await haltMarket(database, { market: dash, halt: goodbye, at })
    await states.reload()
    expect(states.stateAt(dash, FRIDAY)).toEqual(goodbye)
    const rows = await database.query('select kind from market_halts where market_id = $1 order by id', [dash.id])
    expect(rows).toEqual([{ kind: 'halted' }, { kind: 'cancel-only' }])
  })

  test('of two readings at once the older never replaces the newer', async () => {
    const tether = market('TETHER_TOMAN')
    let onSubmit = async () => {}
    const exchange = {
      submit: async () => {
        const work = onSubmit
        onSubmit = async () => {}
        await work()
        return { kind: 'rules', applied: true } as const
      },
    }
    const states = await openMarketStates({ database, catalogue, exchange, hours: 'always' })
    await haltMarket(database, { market: tether, halt: REVIEW, at })
    const later: Promise<void>[] = []
    onSubmit = async () => {
      // The first read has seen the halt, which ends now; the second read starts now and would finish first.
      await endHalt(database, { marketId: tether.id, at })
      later.push(states.reload())
      await sleep(100)
    }
    await states.reload()
    await Promise.all(later)
    expect(states.stateAt(tether, at.getTime()).kind).toBe('open')
  })

  test('a process that reads more slowly than another changes nothing and reads again', async () => {
    const ripple = market('RIPPLE_TOMAN')
    const revisions: number[] = []
    let isNewer = false
    const exchange = {
      submit: async (command: SentCommand) => {
        if (command.type === 'setMarketRules') revisions.push(command.revision)
        return { kind: 'rules', applied: !isNewer } as const
      },
    }
    const slower = await openMarketStates({ database, catalogue, exchange, hours: 'always' })
    isNewer = true
    await haltMarket(database, { market: ripple, halt: REVIEW, at })
    await slower.reload()
    expect(slower.stateAt(ripple, FRIDAY).kind).toBe('open')
    expect(await isAcknowledged(database, ripple.id)).toBe(false)
    isNewer = false
    await slower.reload()
    expect(slower.stateAt(ripple, FRIDAY)).toEqual(REVIEW)
    // Nothing has changed since, so nothing is sent.
    await slower.reload()
    expect(revisions).toHaveLength(3)
    const [first = 0, second = 0, third] = revisions
    expect(second).toBeGreaterThan(first)
    expect(third).toBe(second)
    await endHalt(database, { marketId: ripple.id, at })
  })
})
