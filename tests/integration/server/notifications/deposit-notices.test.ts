import { expect, test } from 'vitest'
import { findDeposit } from '#server/store/wallets/deposits.ts'
import { settleDeposit } from '#server/wallets/settle-deposit.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

async function settle({ wallets }: TestWallets, authority: string) {
  const deposit = await findDeposit(wallets.database, authority)
  if (!deposit) throw new Error('there is no such deposit')
  return settleDeposit(wallets, deposit)
}

onDatabase('the payer of a deposit', (open) => {
  const opened = async () => {
    const test = await openTestWallets(await open())
    const notices = () =>
      test.wallets.database.query<{ kind: string }>('select user_id, kind, params, topic from notices')
    return { test, notices, authority: await test.begin('250000', 'intention-1') }
  }
  const common = { params: '{"depositId":"1","coin":"TOMAN","amount":"250000"}', topic: 'deposit:1' }

  test('is told once that it is credited, however often it is settled', async () => {
    const { test, notices, authority } = await opened()
    test.gateway.becomes(authority, 'PAID')
    await Promise.all(Array.from({ length: 6 }, () => settle(test, authority)))
    await settle(test, authority)
    expect(await notices()).toEqual([{ user_id: BigInt(test.user.userId), kind: 'DEPOSIT_CREDITED', ...common }])
  })

  test('is told once that it failed', async () => {
    const { test, notices, authority } = await opened()
    expect(await settle(test, authority)).toBe('RAISED_BY_USER')
    expect(await notices()).toEqual([])
    test.gateway.becomes(authority, 'FAILED')
    for (let again = 0; again < 3; again++) expect(await settle(test, authority)).toBe('UNCONFIRMED')
    expect(await notices()).toEqual([{ user_id: BigInt(test.user.userId), kind: 'DEPOSIT_FAILED', ...common }])
  })

  test('is told once that it was abandoned, and again if it is credited after all', async () => {
    const { test, notices, authority } = await opened()
    test.wait(30 * 60_000 + 1)
    for (let again = 0; again < 2; again++) expect(await settle(test, authority)).toBe('UNCONFIRMED')
    test.gateway.becomes(authority, 'PAID')
    expect(await settle(test, authority)).toBe('CONFIRMED')
    const kinds = (await notices()).map(({ kind }) => kind)
    expect(kinds).toEqual(['DEPOSIT_ABANDONED', 'DEPOSIT_CREDITED'])
  })
})
