import { expect, test } from 'vitest'
import { findDeposit } from '#server/store/wallets/deposits.ts'
import { readDepositOptions } from '#server/wallets/deposit-limits.ts'
import { walletRoutes } from '#server/wallets/routes.ts'
import { reconcileDeposits } from '#server/wallets/settle-deposit.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const TOMAN = 1_000_000n

const offered = async ({ wallets, user: { userId } }: TestWallets) =>
  (await readDepositOptions(wallets, { userId, language: 'fa' })).gateways

const ZARINPAL = { paymentGateway: 'ZARINPAL', name: 'زرین‌پال' }
const VANDAR = { paymentGateway: 'VANDAR', name: 'وندار' }

onDatabase('two card gateways', (open) => {
  test('are offered with their names, and each opens and settles its own payments', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const { ask, gateway, vandar, wallets, wait, balance } = opened
    expect(await offered(opened)).toEqual([ZARINPAL, VANDAR])
    await ask('250000', 'intention-1')
    const through = await ask('150000', 'intention-2', { gateway: 'VANDAR' })
    expect(through).toMatchObject({ redirectSite: 'https://gateway.example/VANDAR000001' })
    expect([gateway.opened, vandar.opened]).toEqual([1, 1])
    gateway.becomes('AUTHORITY000001', 'PAID')
    vandar.becomes('VANDAR000001', 'PAID')
    wait(60_001)
    await reconcileDeposits(wallets, { minAgeMs: 60_000 })
    expect(await balance()).toBe(400_000n * TOMAN)
    const sums = await database.query('select owner_id, available from balances where owner_id < 0 and coin_id = 1')
    expect(sums).toContainEqual({ owner_id: -401n, available: -250_000n * TOMAN })
    expect(sums).toContainEqual({ owner_id: -402n, available: -150_000n * TOMAN })
    expect(await faultsOf(database)).toEqual([])
  })

  test('of which one is away stop no deposit: it is not offered, and offered again after a minute', async () => {
    const opened = await openTestWallets(await open())
    const { ask, gateway, wait } = opened
    gateway.feels('down')
    for (let n = 0; n < 3; n++)
      expect(await ask('250000', `intention-${n}`)).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    expect(await offered(opened)).toEqual([VANDAR])
    expect(await ask('250000', 'intention-9', { gateway: 'VANDAR' })).toHaveProperty('redirectSite')
    gateway.feels('well')
    expect(await ask('250000', 'intention-1')).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    wait(60_000)
    expect(await offered(opened)).toEqual([ZARINPAL, VANDAR])
    expect(await ask('250000', 'intention-1')).toHaveProperty('redirectSite')
    expect(await offered(opened)).toEqual([ZARINPAL, VANDAR])
  })

  test('are offered while only some answers fail, and an answer to another question brings one back', async () => {
    const opened = await openTestWallets(await open())
    const { ask, gateway, wallets, wait } = opened
    await ask('250000', 'intention-1')
    gateway.feels('down')
    for (let n = 0; n < 2; n++) await ask('250000', `other-${n}`)
    expect(await offered(opened)).toEqual([ZARINPAL, VANDAR])
    await ask('250000', 'other-3')
    expect(await offered(opened)).toEqual([VANDAR])
    gateway.feels('well')
    wait(1_000)
    await reconcileDeposits(wallets, { minAgeMs: 0 })
    expect(await offered(opened)).toEqual([ZARINPAL, VANDAR])
  })

  test('keep a key for one gateway', async () => {
    const { ask } = await openTestWallets(await open())
    await ask('250000', 'intention-1')
    expect(await ask('250000', 'intention-1', { gateway: 'VANDAR' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('one of which is not configured any more keep its payments open, and a person is called', async () => {
    const opened = await openTestWallets(await open())
    const { ask, vandar, alarms, statusOf, wait } = opened
    await ask('250000', 'intention-1', { gateway: 'VANDAR' })
    vandar.becomes('VANDAR000001', 'PAID')
    const { cardGateways } = opened.wallets
    const alone = {
      ...cardGateways,
      of: (name: 'ZARINPAL' | 'VANDAR') => (name === 'VANDAR' ? undefined : cardGateways.of(name)),
    }
    const wallets: WalletServices = { ...opened.wallets, cardGateways: alone }
    wait(60_001)
    await reconcileDeposits(wallets, { minAgeMs: 60_000 })
    expect(await statusOf('VANDAR000001')).toBe('RAISED_BY_USER')
    expect(alarms).toEqual(['the gateway refuses our account; check its settings'])
    expect(await ask('1000', 'intention-2', { gateway: 'VANDAR' })).toHaveProperty('redirectSite')
  })
})

onDatabase('a callback', (open) => {
  test('settles the payment of the gateway whose shape it has, and no other', async () => {
    const opened = await openTestWallets(await open())
    const { ask, gateway, vandar, wallets, statusOf } = opened
    await ask('250000', 'intention-1')
    await ask('250000', 'intention-2', { gateway: 'VANDAR' })
    gateway.becomes('AUTHORITY000001', 'PAID')
    vandar.becomes('VANDAR000001', 'PAID')
    // The scripted gateways know their callbacks by the name; each is made to claim the other's.
    const claims = vandar.readReturn.bind(vandar)
    vandar.readReturn = ({ token }) => (typeof token === 'string' ? { authority: token, claimsPaid: true } : undefined)
    const back = walletRoutes(wallets).find(({ endpoint }) => endpoint.path === '/wallets/deposit-toman/return')
    const comeBack = (query: Record<string, unknown>) => back?.handle({ query } as never)
    expect(await comeBack({ token: 'AUTHORITY000001' })).toMatchObject({ location: '/profile/redirect-from-banks' })
    expect(await comeBack({ token: 'NOBODYS0000001' })).toMatchObject({ location: '/profile/redirect-from-banks' })
    expect([gateway.asked, vandar.asked]).toEqual([0, 0])
    expect(await statusOf('AUTHORITY000001')).toBe('RAISED_BY_USER')
    vandar.readReturn = claims
    expect(await comeBack({ Authority: 'VANDAR000001' })).toMatchObject({
      location: '/profile/redirect-from-banks?authority=VANDAR000001',
    })
    expect(await statusOf('VANDAR000001')).toBe('CONFIRMED')
    expect((await findDeposit(wallets.database, 'AUTHORITY000001'))?.paidBy).toBeUndefined()
  })
})
