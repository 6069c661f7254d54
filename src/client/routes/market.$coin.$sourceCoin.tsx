import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CoinPage } from '#client/features/public/coin-page.tsx'
import { readMarketPath } from '#client/features/trade/market-path.ts'
import { NoMarket, TradePage } from '#client/features/trade/trade-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { begin } from './-begin.ts'

const HEIGHT = '22rem'

const ChartPanel = lazy(async () => ({
  default: (await import('#client/features/trade/chart/chart-panel.tsx')).ChartPanel,
}))

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The public page of a coin; with both coins of a market as search parameters, the trade page of that market. */
export const Route = createFileRoute('/market/$coin/$sourceCoin')({
  staticData: { title: 'coin', footer: true },
  validateSearch: ({
    tradeFrom,
    tradeTo,
  }: Record<string, unknown>): { tradeFrom?: string | undefined; tradeTo?: string | undefined } => ({
    tradeFrom: text(tradeFrom),
    tradeTo: text(tradeTo),
  }),
  loader: async (loading) => {
    const { coin, sourceCoin } = loading.params
    const path = readMarketPath({ tradeFrom: coin, tradeTo: sourceCoin })
    if (path) begin(loading, (client) => import('./-requests.ts').then(({ requestCoin }) => requestCoin(client, path)))
    await Promise.all([loadRichText(), loading.context.words.loadNamespaces(['public', 'trade'])])
  },
  component: Coin,
})

function Coin() {
  const { coin, sourceCoin } = Route.useParams()
  const { tradeFrom, tradeTo } = Route.useSearch()
  const wantsTrade = tradeFrom !== undefined && tradeTo !== undefined
  const path = readMarketPath(wantsTrade ? { tradeFrom, tradeTo } : { tradeFrom: coin, tradeTo: sourceCoin })
  if (!path) return <NoMarket why="unknown" />
  if (wantsTrade) return <TradePage path={path} />
  const chart = (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <ChartPanel path={path} height={HEIGHT} />
    </Suspense>
  )
  return <CoinPage key={`${coin} ${sourceCoin}`} coin={path.tradeFrom} unit={path.tradeTo} chart={chart} />
}
