import { expect, test } from 'vitest'
import { walletRoutes } from '#server/wallets/routes.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/** The answer of the path's route to the builder's user. */
function answer({ wallets, user }: TestWallets, path: string, { supervisor }: { supervisor: boolean }) {
  const found = walletRoutes(wallets).find(({ endpoint }) => endpoint.path === path)
  const query = { sourceCoin: 'TOMAN', destinationCoin: 'GOLD' }
  return found?.handle({ caller: { userId: user.userId, supervisor }, query } as never)
}

onDatabase('balances on the wire', (open) => {
  test('are shown to their user, and hidden for a market maker', async () => {
    const opened = await openTestWallets(await open())
    for (const [path, shown, hidden] of [
      [
        '/wallets/customer-addresses',
        { baseDTO: expect.objectContaining({ GOLD: expect.objectContaining({ coin: 'GOLD', credit: '0' }) }) },
        { baseDTO: {} },
      ],
      ['/wallets/customer-wallet-amount', { baseDTO: { TOMAN: '0', GOLD: '0' } }, { baseDTO: {} }],
    ] as const) {
      expect(await answer(opened, path, { supervisor: false })).toEqual(shown)
      expect(await answer(opened, path, { supervisor: true })).toEqual(hidden)
    }
    await opened.exchange.close()
  })
})
