import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CoinPage } from '#client/features/public/coin-page.tsx'
import { readMarketPath } from '#client/features/trade/market-path.ts'
import { NoMarket, TradePage } from '#client/features/trade/trade-page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { begin, loadPublicPage } from './-begin.ts'

const HEIGHT = '22rem'

const ChartPanel = lazy(async () => ({
  default: (await import('#client/features/trade/chart/chart-panel.tsx')).ChartPanel,
}))

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

type TradeSearch = { tradeFrom?: string | undefined; tradeTo?: string | undefined }

/** The public page of a coin; with both coins of a market as search parameters, the trade page of that market. */
export const Route = createFileRoute('/market/$coin/$sourceCoin')({
  staticData: { title: 'coin', footer: true },
  validateSearch: ({ tradeFrom, tradeTo }: Record<string, unknown>): TradeSearch => ({
    tradeFrom: text(tradeFrom),
    tradeTo: text(tradeTo),
  }),
  loader: async (loading) => {
    const { path, wantsTrade } = readPage(loading.params, loading.location.search)
    if (path)
      begin(loading, (client) =>
        import('./-requests.ts').then(({ requestCoin, requestTrade }) =>
          wantsTrade ? requestTrade(client, path) : requestCoin(client, path),
        ),
      )
    await loadPublicPage(loading, ['public', 'trade'])
  },
  component: Coin,
})

/** The market of the address, and whether its trade page is meant: by both search parameters. */
function readPage(params: { coin: string; sourceCoin: string }, { tradeFrom, tradeTo }: TradeSearch) {
  const wantsTrade = tradeFrom !== undefined && tradeTo !== undefined
  const coins = wantsTrade ? { tradeFrom, tradeTo } : { tradeFrom: params.coin, tradeTo: params.sourceCoin }
  return { path: readMarketPath(coins), wantsTrade }
}

function Coin() {
  const { coin, sourceCoin } = Route.useParams()
  const { path, wantsTrade } = readPage({ coin, sourceCoin }, Route.useSearch())
  if (!path) return <NoMarket why="unknown" />
  if (wantsTrade) return <TradePage path={path} />
  const chart = (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <ChartPanel path={path} height={HEIGHT} />
    </Suspense>
  )
  return <CoinPage key={`${coin} ${sourceCoin}`} coin={path.tradeFrom} unit={path.tradeTo} chart={chart} />
}
