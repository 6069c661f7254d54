import { createFileRoute } from '@tanstack/react-router'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { type MarketsChoice, MarketsPage } from '#client/features/markets/markets-page.tsx'
import { begin } from './-begin.ts'

const SEARCH_LENGTH_MAX = 60

export const Route = createFileRoute('/markets')({
  staticData: { title: 'markets', footer: true },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: ({ unit, search, group, sort, reversed }: Record<string, unknown>): MarketsChoice => ({
    unit: typeof unit === 'string' && isQuoteUnit(unit) ? unit : undefined,
    search:
      typeof search === 'string' || typeof search === 'number' ? `${search}`.slice(0, SEARCH_LENGTH_MAX) : undefined,
    group: typeof group === 'string' ? group : undefined,
    sort: typeof sort === 'string' ? sort : undefined,
    reversed: reversed === true || undefined,
  }),
  loader: (loading) => {
    const { unit }: MarketsChoice = loading.location.search
    begin(loading, (client) => import('./-requests.ts').then(({ requestMarkets }) => requestMarkets(client, unit)))
    return loading.context.words.loadNamespaces(['markets'])
  },
  component: MarketsOfUnit,
})

function MarketsOfUnit() {
  const navigate = Route.useNavigate()
  const keep = (choice: MarketsChoice) =>
    void navigate({ search: { ...choice, search: choice.search || undefined }, replace: true, resetScroll: false })
  return <MarketsPage first={Route.useSearch()} onChoice={keep} />
}
