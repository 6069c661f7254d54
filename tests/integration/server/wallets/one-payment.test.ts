import { expect, test } from 'vitest'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('a payment that is asked for twice at the same moment', (open) => {
  test('is not closed by a refusal of the second request, and both lead to it', async () => {
    const database = await open()
    const { ask, gateway, exchange } = await openTestWallets(database)
    const request = gateway.request.bind(gateway)
    const bothAsked = Promise.withResolvers<void>()
    let calls = 0
    let answers: Promise<unknown>[] = []
    gateway.request = async (payment) => {
      calls += 1
      if (calls === 1) {
        await bothAsked.promise
        return request(payment)
      }
      bothAsked.resolve()
      await Promise.race(answers)
      return { kind: 'refused', code: 'REQUEST_REFUSED' }
    }
    answers = [ask('250000', 'intention-1'), ask('250000', 'intention-1')]
    const redirectSite = 'https://gateway.example/AUTHORITY000001'
    expect(await Promise.all(answers)).toMatchObject([{ redirectSite }, { redirectSite }])
    expect(await database.query('select status from toman_deposits')).toEqual([{ status: 'RAISED_BY_USER' }])
    await exchange.close()
  })
})
