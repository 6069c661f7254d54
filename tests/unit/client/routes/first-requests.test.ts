import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '#client/app/router.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { getMarketInfo, getMarkets, getOrderBook } from '#contract/markets.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'
import { queryClientOfApp } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
const asked = new Set<string>()

beforeEach(() => {
  asked.clear()
  setLanguage('fa')
  server.use(
    http.get(/\/(api|udf)\//, ({ request: { url } }) => {
      const { pathname, searchParams } = new URL(url)
      const about = searchParams.get('source_coin') ?? searchParams.get('excludedOrderStatus')
      asked.add(`${pathname.replace(/^\/api/, '')}${about ? ` ${about}` : ''}`)
      return HttpResponse.json({ code: 'UNAVAILABLE', message: '', errors: [''] }, { status: 503 })
    }),
  )
})
afterEach(() => window.history.replaceState(null, '', '/'))

async function routerAt(href: string) {
  const queryClient = queryClientOfApp()
  queryClient.setQueryData(sessionQuery().queryKey, person({ authorized: true, authenticationType: 'AUTHORIZED' }))
  window.history.replaceState(null, '', href)
  return createAppRouter({ queryClient, words: await startWords() })
}

const COINS = getCoinDetails.path
const CHART = [getMarketInfo.path, '/udf/history']

test.each([
  [
    '/profile/trade/TOMAN/GOLD',
    // A phone's chart is folded.
    [COINS, getMarketInfo.path, getOrderBook.path, '/markets/GOLD_TOMAN', getOrders.path, getMarketBalances.path],
  ],
  ['/market/GOLD/TOMAN', [COINS, ...CHART, `${getMarkets.path} TOMAN`, getTomanPrices.path]],
  [
    '/market/GOLD/TOMAN?tradeFrom=GOLD&tradeTo=TOMAN',
    [COINS, getMarketInfo.path, getOrderBook.path, '/markets/GOLD_TOMAN'],
  ],
  ['/markets', [COINS, `${getMarkets.path} TOMAN`]],
  ['/markets?unit=TETHER', [COINS, `${getMarkets.path} TETHER`]],
  ['/profile/wallet', [COINS, getWallets.path]],
  ['/profile/history', [COINS, getTrades.path]],
  ['/profile/history?tab=orders', [COINS, `${getOrders.path} PENDING,IS_OPEN`]],
])('%s asks before its code is here', async (href, wanted) => {
  const router = await routerAt(href)
  await router.load()
  await vi.waitFor(() => expect([...asked]).toEqual(expect.arrayContaining(wanted)))
})

test('a link that is only pointed at asks for nothing', async () => {
  const router = await routerAt('/')
  await router.load()
  asked.clear()
  await router.preloadRoute({ to: '/profile/wallet' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([...asked].filter((path) => path === getWallets.path)).toEqual([])
})
