import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { AREAS } from '#client/locales/areas.ts'
import { words } from '#client/locales/fa/trade.ts'
import { getAccount } from '#contract/account.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { server, world, draw, openForm } = tradeScreen()

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

test('a visitor is led from the form to the login and back to this market', async () => {
  server.use(mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')))
  const form = await openForm('خرید')
  const login = within(form).getByRole('link', { name: words.form.login })
  expect(login).toHaveAttribute('href', `/login?next=${encodeURIComponent('/profile/trade/TOMAN/GOLD')}`)
  expect(within(form).queryByRole('button', { name: /^خرید طلا/ })).toBeNull()
  expect(screen.getByText(words.orders.visitor.title)).toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: words.orders.open })).toBeNull()
})

test('the rows of the book in which an own order rests are marked, and a stop that waits is not in the book', async () => {
  world.open = [
    wireOrder({ id: '41', orderType: 'LIMITED_SELL', unitPrice: '8000200' }),
    wireOrder({ id: '42', orderType: 'STOP_LIMIT_BUY', orderStatus: 'PENDING', unitPrice: '7999900' }),
  ]
  await draw()
  const mark = await screen.findByRole('img', { name: words.book.own })
  expect(mark.closest('li')).toHaveTextContent('۸٬۰۰۰٬۲۰۰')
  expect(screen.getAllByRole('img', { name: words.book.own })).toHaveLength(1)
})
