import { createFileRoute, redirect } from '@tanstack/react-router'
import { readMarketPath } from '#client/features/trade/market-path.ts'
import { NoMarket, TradePage } from '#client/features/trade/trade-page.tsx'
import { begin } from './-begin.ts'

export const Route = createFileRoute('/profile/trade/$tradeTo/$tradeFrom')({
  staticData: { title: 'trade', whole: true },
  beforeLoad: ({ params }) => {
    const path = readMarketPath(params)
    if (path && (path.tradeFrom !== params.tradeFrom || path.tradeTo !== params.tradeTo))
      throw redirect({ to: '/profile/trade/$tradeTo/$tradeFrom', params: { ...path }, replace: true })
  },
  loader: (loading) => {
    const path = readMarketPath(loading.params)
    if (path)
      begin(loading, (client) => import('./-requests.ts').then(({ requestTrade }) => requestTrade(client, path)))
    // All are in one file, which comes with the code; otherwise each part of the page would wait for its own in turn.
    return loading.context.words.loadNamespaces(['trade', 'orders', 'priceAlerts', 'markets'])
  },
  component: Trade,
})

function Trade() {
  const path = readMarketPath(Route.useParams())
  return path ? <TradePage path={path} /> : <NoMarket why="unknown" />
}
