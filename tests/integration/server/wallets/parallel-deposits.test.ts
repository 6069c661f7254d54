import { expect, test } from 'vitest'
import { readDepositOptions } from '#server/wallets/deposit-limits.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('twenty payments that are begun at once', (open) => {
  test('are five, whatever their keys', async () => {
    const opened = await openTestWallets(await open())
    const asked = Array.from({ length: 20 }, (_, i) => opened.ask('1000', `intention-${i}`))
    const answers = await Promise.all(asked)
    const refused = answers.filter((answer) => 'code' in answer)
    expect(refused).toHaveLength(15)
    expect(new Set(refused.map((answer) => 'code' in answer && answer.code))).toEqual(
      new Set(['TOO_MANY_OPEN_DEPOSITS']),
    )
    expect(opened.gateway.opened).toBe(5)
    const { wallets, user } = opened
    expect((await readDepositOptions(wallets, { userId: user.userId, language: 'en' })).openLeft).toBe(0)
    await opened.exchange.close()
  })

  test('never pass the limit of the day together', async () => {
    const opened = await openTestWallets(await open(), { openDepositsMax: 20 })
    await opened.wallets.database.query('update account_levels set deposit_day_max = 100000')
    const asked = Array.from({ length: 20 }, (_, i) => opened.ask('30000', `intention-${i}`))
    const refused = (await Promise.all(asked)).filter((answer) => 'code' in answer)
    expect(opened.gateway.opened).toBe(3)
    expect(refused).toHaveLength(17)
    expect(refused[0]).toMatchObject({
      code: 'DEPOSIT_DAY_LIMIT_REACHED',
      field: 'amount',
      details: { left: '10000', coin: 'TOMAN' },
    })
    await opened.exchange.close()
  })
})
