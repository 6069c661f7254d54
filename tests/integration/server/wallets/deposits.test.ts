import { describe, expect, test } from 'vitest'
import { returnFromGateway } from '#contract/deposits.ts'
import { findDeposit, readDeposits } from '#server/store/wallets/deposits.ts'
import { walletRoutes } from '#server/wallets/routes.ts'
import { reconcileAbandoned, reconcileDeposits, settleDeposit } from '#server/wallets/settle-deposit.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { dieAt } from '#tests/builders/die-at.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf, openTestExchange } from '#tests/builders/test-exchange.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const TOMAN = 1_000_000n
const DAY_MS = 24 * 3_600_000
const MINUTE = { minAgeMs: 60_000 }

/** Finds the payment by its name and settles it, as the callback and the page do. */
async function settle(wallets: WalletServices, authority: string) {
  const deposit = await findDeposit(wallets.database, authority)
  if (!deposit) throw new Error(`no deposit ${authority}`)
  return settleDeposit(wallets, deposit)
}

onDatabase('Toman deposits', (open) => {
  describe('a payment that was made', () => {
    test('is credited once, however often and from wherever it is settled at the same time', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, wait } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      gateway.becomes(authority, 'PAID')
      wait(120_000)
      await Promise.all([
        ...Array.from({ length: 8 }, () => settle(wallets, authority)),
        ...Array.from({ length: 3 }, () => reconcileDeposits(wallets, MINUTE)),
      ])
      for (let again = 0; again < 3; again++) expect(await settle(wallets, authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await faultsOf(database)).toEqual([])
    })

    test('is found by the reconciling job when its payer never came back', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, wait, statusOf } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      gateway.becomes(authority, 'PAID')
      await reconcileDeposits(wallets, MINUTE)
      expect(await balance()).toBe(0n)
      wait(60_001)
      await reconcileDeposits(wallets, MINUTE)
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await statusOf(authority)).toBe('CONFIRMED')
    })

    test('is credited once when the process ends between the credit and the note of it', async () => {
      const healthy = await open()
      const { wallets, gateway, begin, balance, wait, statusOf } = await openTestWallets(healthy)
      const authority = await begin('250000', 'intention-1')
      gateway.becomes(authority, 'PAID')
      const dying: WalletServices = { ...wallets, database: dieAt(healthy, /^update toman_deposits set status/) }
      await expect(settle(dying, authority)).rejects.toThrow('killed')
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await statusOf(authority)).toBe('RAISED_BY_USER')
      expect(await faultsOf(healthy)).toEqual([])
      wait(60_001)
      await reconcileDeposits(wallets, MINUTE)
      expect(await statusOf(authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)
    })

    test('is credited once when the answer to the credit is lost, and when all answers are forgotten', async () => {
      const healthy = await open()
      const sick = new SickDatabase(healthy)
      const { wallets, exchange, gateway, begin, balance } = await openTestWallets(healthy, { database: sick })
      const authority = await begin('250000', 'intention-1')
      gateway.becomes(authority, 'PAID')
      sick.falls('lost-after')
      expect(await settle(wallets, authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)

      await exchange.close()
      await healthy.query('delete from outcomes')
      await healthy.query(`update toman_deposits set status = 'RAISED_BY_USER'`)
      const forgetful = { ...wallets, exchange: await openTestExchange(healthy) }
      expect(await settle(forgetful, authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await faultsOf(healthy)).toEqual([])
    })

    test('is not given up, however late it was made', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, wait } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      wait(DAY_MS + 1)
      // The payment arrives between our two questions: the first answer says unpaid, the second paid.
      const { verify, inquire } = gateway
      gateway.verify = async () => ({ kind: 'not-paid', reason: 'NOT_PAID' })
      gateway.inquire = async () => ({ kind: 'known', state: 'PAID' })
      expect(await settle(wallets, authority)).toBe('RAISED_BY_USER')
      Object.assign(gateway, { verify, inquire })
      gateway.becomes(authority, 'PAID')
      expect(await settle(wallets, authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)
    })

    test('but with another amount ends uncredited, and a person is called once', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, alarms, wait, statusOf } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      gateway.tamper(authority, 1n)
      wait(60_001)
      await Promise.all([
        ...Array.from({ length: 4 }, () => settle(wallets, authority)),
        reconcileDeposits(wallets, MINUTE),
      ])
      const { asked } = gateway
      for (let round = 0; round < 3; round++) await reconcileDeposits(wallets, MINUTE)
      expect(gateway.asked).toBe(asked)
      expect(await settle(wallets, authority)).toBe('UNCONFIRMED')
      expect(await statusOf(authority)).toBe('UNCONFIRMED')
      expect(await balance()).toBe(0n)
      expect(alarms).toEqual(['the gateway holds another amount for this payment; a person must look'])
      expect(await database.query('select status, fault from toman_deposits')).toEqual([
        { status: 'UNCONFIRMED', fault: 'AMOUNT_DIFFERS' },
      ])
    })

    test('of which the gateway held another amount is credited once when it has put that right and is asked again', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, statusOf } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      gateway.tamper(authority, 1n)
      expect(await settle(wallets, authority)).toBe('UNCONFIRMED')
      gateway.tamper(authority, 250_000n * TOMAN)
      const dying: WalletServices = { ...wallets, database: dieAt(database, /^update toman_deposits set status/) }
      await expect(settle(dying, authority)).rejects.toThrow('killed')
      expect(await faultsOf(database)).toEqual([])
      await Promise.all(Array.from({ length: 4 }, () => settle(wallets, authority)))
      expect(await settle(wallets, authority)).toBe('CONFIRMED')
      expect(await statusOf(authority)).toBe('CONFIRMED')
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await database.query('select fault from toman_deposits')).toEqual([{ fault: null }])
      expect(await faultsOf(database)).toEqual([])
    })
  })

  describe('a payment that was not made', () => {
    test('ends as cancelled when its payer comes back without paying, and as failed when the gateway alone says so', async () => {
      const { wallets, gateway, begin, balance } = await openTestWallets(await open())
      const comeBack = async (authority: string, status: 'OK' | 'NOK') => {
        const route = walletRoutes(wallets).find(({ endpoint }) => endpoint === returnFromGateway)
        await route?.handle({ query: { Authority: authority, Status: status } } as never)
        return findDeposit(wallets.database, authority)
      }
      const cancelled = await begin('250000', 'intention-1')
      // The browser alone ends nothing: the gateway may yet report a payment.
      expect(await comeBack(cancelled, 'NOK')).toMatchObject({ status: 'RAISED_BY_USER', unpaid: undefined })
      gateway.becomes(cancelled, 'FAILED')
      expect(await comeBack(cancelled, 'NOK')).toMatchObject({ status: 'UNCONFIRMED', unpaid: 'CANCELLED' })
      const failed = await begin('250000', 'intention-2')
      gateway.becomes(failed, 'FAILED')
      expect(await comeBack(failed, 'OK')).toMatchObject({ status: 'UNCONFIRMED', unpaid: undefined })
      expect(await balance()).toBe(0n)
    })

    test.each(['WAITING', 'FAILED'] as const)(
      'from which nobody came back, and which is %s at the gateway, is abandoned by the job and frees its place',
      async (state) => {
        const opened = await openTestWallets(await open(), { openDepositsMax: 1 })
        const { wallets, gateway, begin, ask, wait } = opened
        const authority = await begin('250000', 'intention-1')
        wait(30 * 60_000)
        await reconcileDeposits(wallets, MINUTE)
        expect(await findDeposit(wallets.database, authority)).toMatchObject({ status: 'RAISED_BY_USER' })
        expect(await ask('1000', 'intention-2')).toMatchObject({ code: 'TOO_MANY_OPEN_DEPOSITS' })
        gateway.becomes(authority, state)
        wait(1)
        await reconcileDeposits(wallets, MINUTE)
        expect(await findDeposit(wallets.database, authority)).toMatchObject({
          unpaid: 'ABANDONED',
          status: 'UNCONFIRMED',
        })
        expect(await ask('1000', 'intention-2')).toHaveProperty('redirectSite')
      },
    )

    test('and was abandoned is credited once if it was paid after all, within a day, or called a person for another amount', async () => {
      const database = await open()
      const { wallets, gateway, begin, balance, alarms, wait } = await openTestWallets(database)
      const [late, other] = [await begin('250000', 'intention-1'), await begin('1000', 'intention-2')]
      wait(30 * 60_000 + 1)
      await reconcileDeposits(wallets, MINUTE)
      gateway.becomes(late, 'PAID')
      gateway.tamper(other, 1n)
      for (let round = 0; round < 2; round++) await reconcileAbandoned(wallets)
      expect(await balance()).toBe(250_000n * TOMAN)
      expect(await database.query('select status, unpaid, fault from toman_deposits order by id')).toEqual([
        { status: 'CONFIRMED', unpaid: null, fault: null },
        { status: 'UNCONFIRMED', unpaid: null, fault: 'AMOUNT_DIFFERS' },
      ])
      expect(alarms).toEqual(['the gateway holds another amount for this payment; a person must look'])
      expect(await faultsOf(database)).toEqual([])
      const forgotten = await begin('1000', 'intention-3')
      wait(30 * 60_000 + 1)
      await reconcileDeposits(wallets, MINUTE)
      const { asked } = gateway
      wait(DAY_MS)
      await reconcileAbandoned(wallets)
      expect(gateway.asked, forgotten).toBe(asked)
    })

    test('of which the gateway knows nothing waits for a day, and a person is called once', async () => {
      const database = await open()
      const { wallets, gateway, begin, alarms, wait } = await openTestWallets(database)
      const authority = await begin('250000', 'intention-1')
      gateway.forget(authority)
      for (let round = 0; round < 3; round++) expect(await settle(wallets, authority)).toBe('RAISED_BY_USER')
      expect(alarms).toEqual(['the gateway does not know a payment that it opened; check our account'])
      wait(DAY_MS + 1)
      expect(await settle(wallets, authority)).toBe('UNCONFIRMED')
      expect(await database.query('select status, fault from toman_deposits')).toEqual([
        { status: 'UNCONFIRMED', fault: 'UNKNOWN_AUTHORITY' },
      ])
    })
  })

  test('while the gateway is down nothing is decided, not even after a day', async () => {
    const { wallets, gateway, begin, balance, wait, statusOf } = await openTestWallets(await open())
    const authority = await begin('250000', 'intention-1')
    gateway.becomes(authority, 'PAID')
    gateway.feels('down')
    wait(2 * DAY_MS)
    expect(await settle(wallets, authority)).toBe('GATEWAY_UNAVAILABLE')
    await reconcileDeposits(wallets, MINUTE)
    expect(await statusOf(authority)).toBe('RAISED_BY_USER')
    gateway.feels('well')
    await reconcileDeposits(wallets, MINUTE)
    expect(await balance()).toBe(250_000n * TOMAN)
  })

  test('while the gateway refuses our account no payment is closed, a person is called, and all are credited afterwards', async () => {
    const database = await open()
    const { wallets, gateway, begin, balance, alarms, wait } = await openTestWallets(database, { openDepositsMax: 11 })
    for (let i = 0; i < 11; i++) gateway.becomes(await begin('1000', `intention-${i}`), 'PAID')
    gateway.feels('refuses-us')
    wait(2 * DAY_MS)
    for (let round = 0; round < 3; round++) await reconcileDeposits(wallets, MINUTE)
    expect(alarms).toEqual(Array.from({ length: 11 }, () => 'the gateway refuses our account; check its settings'))
    gateway.feels('well')
    await reconcileDeposits(wallets, MINUTE)
    expect(await balance()).toBe(11_000n * TOMAN)
    expect(await database.query('select distinct status, fault from toman_deposits')).toEqual([
      { status: 'CONFIRMED', fault: null },
    ])
  })

  test('eleven payments are listed ten and one, the newest first, and to nobody else', async () => {
    const { wallets, begin, user } = await openTestWallets(await open(), { openDepositsMax: 11 })
    for (let toman = 1_001; toman <= 1_011; toman++) await begin(`${toman}`, `intention-${toman}`)
    const list = async (page: number, userId = user.userId) => {
      const { rows, totalPages } = await readDeposits(wallets.database, { userId, page, size: 10 })
      return { totalPages, toman: rows.map(({ amount }) => Number(amount / TOMAN)) }
    }
    const newest = [1_011, 1_010, 1_009, 1_008, 1_007, 1_006, 1_005, 1_004, 1_003, 1_002]
    expect(await list(1)).toEqual({ totalPages: 2, toman: newest })
    expect(await list(2)).toEqual({ totalPages: 2, toman: [1_001] })
    expect(await list(1, user.userId + 1)).toEqual({ totalPages: 0, toman: [] })
  })

  test('payments that cannot be settled do not keep the job from those behind them', async () => {
    const { wallets, gateway, begin, balance, wait } = await openTestWallets(await open(), { openDepositsMax: 206 })
    for (let i = 0; i < 205; i++) await begin('1000', `stuck-${i}-key`)
    const last = await begin('250000', 'intention-1')
    gateway.becomes(last, 'PAID')
    wait(60_001)
    await reconcileDeposits(wallets, MINUTE)
    expect(await balance()).toBe(250_000n * TOMAN)
  })
})
