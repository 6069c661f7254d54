import { expect, test } from 'vitest'
import { findDeposit } from '#server/store/wallets/deposits.ts'
import { readDepositOptions } from '#server/wallets/deposit-limits.ts'
import { settleDeposit } from '#server/wallets/settle-deposit.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const DAY_MS = 24 * 3_600_000

async function settle({ wallets, gateway }: TestWallets, authority: string) {
  gateway.becomes(authority, 'PAID')
  const deposit = await findDeposit(wallets.database, authority)
  if (!deposit) throw new Error(`no deposit ${authority}`)
  return settleDeposit(wallets, deposit)
}

const optionsOf = ({ wallets, user: { userId } }: TestWallets) =>
  readDepositOptions(wallets, { userId, language: 'en' })

const limitDay = ({ wallets, user }: TestWallets, toman: string) =>
  wallets.database.query(
    'update account_levels set deposit_day_max = $2 where level = (select level from users where id = $1)',
    [user.userId, toman],
  )

onDatabase('the limits of deposits', (open) => {
  test('count what was credited today in Tehran and what is open, until midnight there', async () => {
    const opened = await openTestWallets(await open())
    await limitDay(opened, '100000')
    expect(await optionsOf(opened)).toMatchObject({ dayMax: '100000', dayLeft: '100000', openLeft: 5 })
    expect(await settle(opened, await opened.begin('60000', 'intention-1'))).toBe('CONFIRMED')
    await opened.begin('30000', 'intention-2')
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '10000', openLeft: 4 })
    expect(await opened.ask('10001', 'intention-3')).toMatchObject({ details: { left: '10000' } })
    expect(await opened.ask('10000', 'intention-3')).toHaveProperty('redirectSite')
    // A day later the credited one is of yesterday; the open ones still wait.
    opened.wait(DAY_MS)
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '60000', openLeft: 3 })
  })

  test('are given back by a payment that fails', async () => {
    const opened = await openTestWallets(await open())
    await limitDay(opened, '100000')
    const authority = await opened.begin('90000', 'intention-1')
    opened.gateway.becomes(authority, 'FAILED')
    const deposit = await findDeposit(opened.wallets.database, authority)
    if (deposit) await settleDeposit(opened.wallets, deposit)
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '100000', openLeft: 5 })
  })

  test('do not count what a gateway that cannot be reached never opened, and count it when it does', async () => {
    const opened = await openTestWallets(await open())
    await limitDay(opened, '100000')
    opened.gateway.feels('down')
    for (const key of ['intention-1', 'intention-2'])
      expect(await opened.ask('90000', key)).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '100000', openLeft: 5 })
    opened.gateway.feels('well')
    expect(await opened.ask('90000', 'intention-2')).toHaveProperty('redirectSite')
    expect(await opened.ask('90000', 'intention-1')).toMatchObject({ code: 'DEPOSIT_DAY_LIMIT_REACHED' })
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '10000', openLeft: 4 })
  })

  test('count a payment whose name the gateway did not tell for half an hour', async () => {
    const opened = await openTestWallets(await open())
    await limitDay(opened, '100000')
    opened.gateway.request = async () => ({ kind: 'unavailable', fault: 'TIMEOUT' })
    expect(await opened.ask('90000', 'intention-1')).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '10000', openLeft: 4 })
    // Its repeat is not refused for itself.
    expect(await opened.ask('90000', 'intention-1')).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    opened.wait(30 * 60_000 + 1)
    expect(await optionsOf(opened)).toMatchObject({ dayLeft: '100000', openLeft: 5 })
  })

  test('follow the level of the user', async () => {
    const opened = await openTestWallets(await open())
    const before = (await optionsOf(opened)).dayMax
    await opened.wallets.database.query(`update users set level = 'VIP_4' where id = $1`, [opened.user.userId])
    expect(before).toBe('200000000')
    expect((await optionsOf(opened)).dayMax).toBe('2000000000')
  })
})
