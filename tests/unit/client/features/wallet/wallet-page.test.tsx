import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { words } from '#client/locales/fa/ui.ts'
import { words as wallet } from '#client/locales/fa/wallet.ts'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
afterEach(() => vi.restoreAllMocks())

test('reloaded without a network, the wallet says so and shows no balance; with the network it comes by itself', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getDeposits, { content: [] }),
    http.get(`*/api${getWallets.path}`, () => HttpResponse.error()),
  )
  const { client } = await drawClient(<WalletPage />)
  expect(await screen.findByText(words.offline.title)).toBeVisible()
  expect(screen.queryByText(words.error.title)).toBeNull()
  expect(screen.queryByText('تومان')).toBeNull()
  // Balances are polled: a try in progress says no more than the last one.
  server.use(http.get(`*/api${getWallets.path}`, () => delay('infinite')))
  void client.refetchQueries({ predicate: ({ state }) => state.error !== null })
  await expect.poll(() => client.isFetching()).toBeGreaterThan(0)
  expect(screen.getByText(words.offline.title)).toBeVisible()
  server.use(mockEndpoint(getWallets, { baseDTO: {} }))
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  // The watcher of the connection refetches failed queries; it is not part of the page.
  await client.refetchQueries()
  expect((await screen.findAllByText('تومان')).length).toBeGreaterThan(0)
  expect(screen.queryByText(words.offline.title)).toBeNull()
})

test('an asset is found by its name or symbol in either language, zero balances can be hidden, and a link leads to the proof of them', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getDeposits, { content: [] }),
    mockEndpoint(getWallets, {
      baseDTO: Object.fromEntries(
        Object.entries({ TOMAN: '1200000', BITCOIN: '0', GOLD: '0', TETHER: '0' }).map(([coin, credit]) => [
          coin,
          { coin, credit, blockedCredit: '0', totalBalance: credit, wholePriceOfCredit: credit },
        ]),
      ),
    }),
  )
  await drawClient(<WalletPage />)
  const list = within(await screen.findByRole('region', { name: wallet.coins.title }))
  expect(screen.getByRole('link', { name: wallet.liabilities })).toHaveAttribute('href', '/profile/liabilities')
  const names = () => list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  const all = names().length
  expect(all).toBeGreaterThan(3)
  const search = list.getByRole('searchbox', { name: wallet.coins.search })
  for (const typed of ['بیت', 'BTC', 'bitc']) {
    await userEvent.clear(search)
    await userEvent.type(search, typed)
    expect(
      names().some((name) => name.includes('بیت‌کوین')),
      typed,
    ).toBe(true)
    expect(names().length).toBeLessThan(all)
  }
  await userEvent.clear(search)
  await userEvent.type(search, 'تومان')
  expect(names()).toHaveLength(1)
  await userEvent.clear(search)
  await userEvent.type(search, 'nothing of this name')
  expect(list.getByText(wallet.coins.notFound)).toBeVisible()
  await userEvent.clear(search)
  await userEvent.click(list.getByRole('checkbox', { name: wallet.coins.mine }))
  expect(names()).toHaveLength(1)
})
