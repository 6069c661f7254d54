import { expect, test } from 'vitest'
import { findDeposit } from '#server/store/wallets/deposits.ts'
import { settleDeposit } from '#server/wallets/settle-deposit.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const TOMAN = 1_000_000n
const _DAY_MS = 24 * 3_600_000
const _MINUTE = { minAgeMs: 60_000 }

/** Finds the payment by its name and settles it, as the callback and the page do. */
async function settle(wallets: WalletServices, authority: string) {
  const deposit = await findDeposit(wallets.database, authority)
  if (!deposit) throw new Error(`no deposit ${authority}`)
  return settleDeposit(wallets, deposit)
}

onDatabase('asking for a payment', (open) => {
  test('again with the same key leads to the same payment, also at the same time', async () => {
    const { ask } = await openTestWallets(await open())
    const asked = await Promise.all([ask('250000', 'intention-1'), ask('250000', 'intention-1')])
    expect(asked[0]).toEqual(asked[1])
    expect(await ask('250000', 'intention-1')).toEqual(asked[0])
    expect(await ask('250001', 'intention-1')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await ask('250000', 'intention-2')).not.toEqual(asked[0])
  })

  test('waits for its payer where the gateway has refused one call of its key and opened it for another', async () => {
    const { ask, gateway, wallets, statusOf, balance, wait } = await openTestWallets(await open())
    const opens = gateway.request.bind(gateway)
    const [bothAsk, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The second call is answered after the first was refused and has ended the deposit.
    let calls = 0
    gateway.request = async (asked) => {
      calls += 1
      if (calls === 2) bothAsk.resolve()
      if (calls === 1) {
        await bothAsk.promise
        return { kind: 'refused', code: 'REQUEST_REFUSED' }
      }
      await refused.promise
      return opens(asked)
    }
    const asking = [ask('250000', 'intention-1'), ask('250000', 'intention-1')]
    expect(await Promise.race(asking)).toMatchObject({ code: 'GATEWAY_REFUSED' })
    refused.resolve()
    const opened = (await Promise.all(asking)).flatMap((one) => ('redirectSite' in one ? [one.redirectSite] : []))
    const authority = opened[0]?.split('/').at(-1) ?? ''
    gateway.becomes(authority, 'PAID')
    wait(60_001)
    await settle(wallets, authority)
    expect([await statusOf(authority), await balance()]).toEqual(['CONFIRMED', 250_000n * TOMAN])
  })

  test('is refused in order: the amount, then the card, then the way back, then the gateway', async () => {
    const { ask, gateway } = await openTestWallets(await open())
    gateway.feels('down')
    for (const toman of ['0', '1.5', '', '-5', '۲۵۰۰۰۰', '1e9'])
      expect(await ask(toman, 'intention-1')).toMatchObject({ code: 'UNACCEPTABLE_AMOUNT', field: 'amount' })
    expect(await ask('999', 'intention-1')).toMatchObject({
      code: 'AMOUNT_IS_LOW',
      field: 'amount',
      details: { min: '1000', coin: 'TOMAN' },
    })
    expect(await ask('1000000001', 'intention-1')).toMatchObject({
      code: 'AMOUNT_IS_HIGH',
      details: { max: '1000000000', coin: 'TOMAN' },
    })
    for (const cardNumber of ['6037990000000006', '1234567812345678'])
      expect(await ask('250000', 'intention-1', { cardNumber, callBackURL: 'https://evil.example/' })).toMatchObject({
        code: 'CARD_NOT_VERIFIED',
        field: 'cardNumber',
      })
    expect(await ask('250000', 'intention-1', { callBackURL: 'https://evil.example/' })).toMatchObject({
      code: 'CALLBACK_REFUSED',
      field: 'callBackURL',
    })
    expect(await ask('250000', 'intention-1')).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    gateway.feels('well')
    expect(await ask('250000', 'intention-1')).toMatchObject({ redirectSite: expect.stringContaining('gateway') })
  })

  test('while the gateway refuses our account opens nothing, calls a person, and succeeds under its key afterwards', async () => {
    const { ask, gateway, alarms } = await openTestWallets(await open())
    gateway.feels('refuses-us')
    expect(await ask('250000', 'intention-1')).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    expect(alarms).toEqual(['the gateway refuses our account; check its settings'])
    gateway.feels('well')
    expect(await ask('250000', 'intention-1')).toMatchObject({ redirectSite: expect.stringContaining('gateway') })
  })

  test('that the gateway refused stays refused under its key, and a person is called', async () => {
    const { ask, gateway, alarms } = await openTestWallets(await open())
    gateway.feels('refuses')
    expect(await ask('250000', 'intention-1')).toMatchObject({ code: 'GATEWAY_REFUSED' })
    gateway.feels('well')
    expect(await ask('250000', 'intention-1')).toMatchObject({ code: 'GATEWAY_REFUSED' })
    expect(gateway.opened).toBe(0)
    expect(alarms).toEqual(['the gateway refuses what we ask of it; check the address that payers come back to'])
  })
})
