import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { AREAS } from '#client/locales/areas.ts'
import { words } from '#client/locales/fa/trade.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'

tradeScreen()

test('the title of the market stays while the words of its orders are fetched', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof AREAS.fa.orders>>>()
  const area = await AREAS.fa.orders()
  const load = vi.spyOn(AREAS.fa, 'orders').mockReturnValue(promise)
  await drawClient(<TradePage path={GOLD_PATH} />, { late: ['orders'] })
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByRole('list', { name: words.orders.open })).toBeNull()
  resolve(area)
  expect(await screen.findByRole('list', { name: words.orders.open })).toBeVisible()
})
