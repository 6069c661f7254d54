import { ChakraProvider } from '@chakra-ui/react'
import { onlineManager, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '#client/app/router.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { VersionsSheet } from '#client/features/operations/content/text-acts.tsx'
import { TextPreview } from '#client/features/operations/content/text-preview.tsx'
import { operatorQuery } from '#client/features/operations/operator.queries.ts'
import CoinSheet from '#client/features/otc/coin-list.tsx'
import { PriceLine } from '#client/features/otc/quick-trade.tsx'
import { useTradeChoice } from '#client/features/otc/use-trade-choice.ts'
import { setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { AREAS } from '#client/locales/areas.ts'
import { words as ui } from '#client/locales/en/ui.ts'
import { addConsoleRoutes } from '#client/routes/-operations/routes.ts'
import { system } from '#client/ui/theme.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getMarket } from '#contract/markets.ts'
import { getSignOnProviders } from '#contract/sign-on.ts'
import { OPERATOR_ROLES } from '#domain/operator-rights.ts'
import { drawClient, queryClientOfApp } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'
import { GOLD_RULES } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

clientServer()

/** A query that waits for a network says so; one that was tried says that it failed. */
const isUnloaded = (text: string) => text === ui.offline.title || text === ui.error.title

beforeEach(() => {
  onlineManager.setOnline(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  window.history.replaceState(null, '', '/')
})

/** The skeletons that shimmer while something loads. */
function skeletons(): readonly Element[] {
  const css = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const looks = [...css.matchAll(/\.(css-[\w-]+)\{[^}]*animation:\s*shimmer/g)].map(([, name]) => `.${name}`)
  return looks.length === 0 ? [] : [...document.querySelectorAll(looks.join())]
}

const PARAMETERS: Record<string, string> = {
  ...{ coin: 'GOLD', sourceCoin: 'TOMAN', tradeFrom: 'GOLD', tradeTo: 'TOMAN' },
  ...{ kind: 'FAQ', slug: 'one', id: '1', userId: '1', ticketId: '1' },
}

/** Pages with lists of their own, selected by a parameter of the address. */
const MORE = [
  '/profile/history?tab=orders',
  '/profile/history?tab=deposits',
  '/profile/history?tab=logins',
  '/profile/history?order=1',
  '/profile/wallet?deposit=true',
  '/profile/redirect-from-banks?Authority=A0001&Status=OK',
]

/** The app with a known customer who is verified and an operator; coins and a market are known, too, if the page needs them for its lists. */
async function openApp({ knowsMarket }: { knowsMarket: boolean }) {
  setLanguage('en')
  window.scrollTo = () => undefined
  const words = await startWords()
  await words.loadNamespaces(Object.keys(AREAS.en))
  const queryClient = queryClientOfApp()
  const know = (queryKey: QueryKey, answer: unknown) => queryClient.setQueryData(queryKey, answer)
  know(sessionQuery().queryKey, person({ authorized: true, authenticationType: 'AUTHORIZED', email: 'a@b.ir' }))
  know(operatorQuery().queryKey, {
    ...{ id: '1', name: 'Anna', roles: [...OPERATOR_ROLES] },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  know([getSignOnProviders.path, {}], { content: ['GOOGLE'] })
  if (knowsMarket) {
    know([getCoinDetails.path, {}], WIRE_COINS)
    know([getMarket.path, { params: { market: 'GOLD_TOMAN' } }], { baseDTO: GOLD_RULES })
  }
  addConsoleRoutes()
  const router = createAppRouter({ queryClient, words })
  render(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </ChakraProvider>,
  )
  const open = async (path: string) => {
    await act(() => router.navigate({ to: path, reloadDocument: false }))
    await vi.waitFor(() => expect(router.state.status).toBe('idle'))
    // Loads parts that wait until the user scrolls near.
    window.dispatchEvent(new Event('scroll'))
    const isAsking = () => queryClient.isFetching({ predicate: ({ state }) => state.fetchStatus === 'fetching' })
    await vi.waitFor(() => expect(isAsking()).toBe(0))
    await vi.waitFor(() => expect(skeletons(), path).toEqual([]))
    return screen.queryAllByText(isUnloaded).length > 0
  }
  return { open, paths: Object.keys(router.routesByPath) }
}

test('without a network no page promises what does not come', async () => {
  const { open, paths } = await openApp({ knowsMarket: true })
  const all = paths.map((path) => path.replaceAll(/\$(\w*)/g, (_, name: string) => PARAMETERS[name] ?? 'elsewhere'))
  const said: string[] = []
  for (const path of [...all, ...MORE]) if (await open(path)) said.push(path)
  expect(said.length).toBeGreaterThan(35)
})

test('nor does the page of a market of which nothing is known yet', async () => {
  const { open } = await openApp({ knowsMarket: false })
  expect(await open('/profile/trade/TOMAN/GOLD')).toBe(true)
  expect(await open('/market/GOLD/TOMAN')).toBe(true)
})

const TEXT = { kind: 'FAQ', slug: 'one', language: 'en' } as const
const close = () => undefined

test.each([
  ['the versions of a text', <VersionsSheet key="" name={TEXT} published={1} onPublish={undefined} onClose={close} />],
  ['a preview', <TextPreview key="" language="en" title="One" body="Two" />],
  ['the coins of quick trade', <CoinSheet key="" unit="TOMAN" value="GOLD" onChoose={close} onClose={close} />],
])('%s, neither', async (_what, sheet) => {
  await drawClient(sheet, { language: 'en' })
  await vi.waitFor(() => expect(screen.getByText(isUnloaded)).toBeVisible())
  expect(skeletons()).toEqual([])
})

function OnlyPrice() {
  return <PriceLine choice={useTradeChoice()} />
}

test('a price that does not come is a dash', async () => {
  await drawClient(<OnlyPrice />, { language: 'en' })
  await vi.waitFor(() => expect(skeletons().length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(screen.getAllByText('—').length).toBeGreaterThan(0))
  expect(skeletons()).toEqual([])
})
