import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { getOperatedMarkets } from '#contract/operations-markets.ts'
import { FindOrder } from './find-order.tsx'
import { type MarketAct, MarketActSheet } from './market-acts.tsx'
import { MarketList, type OperatedMarket } from './market-list.tsx'
import { coinsOfMarket } from './market-name.tsx'
import { consoleQuery, contentOf } from './operator.queries.ts'
import { MARKET_TABS, type MarketTab } from './page-tabs.ts'
import { useFoundMarkets } from './use-found-markets.ts'
import { useListKeys } from './use-list-keys.ts'

const ASK_AGAIN_MS = 5_000

const marketsQuery = () =>
  queryOptions({
    ...consoleQuery(getOperatedMarkets, {}),
    select: contentOf,
    refetchInterval: ASK_AGAIN_MS,
  })

type MarketsPageProps = { tab?: MarketTab; onTab?: (tab: MarketTab) => void }

/** The state of the markets with the acts on them, and the search for an order, in tabs. A search covers all markets. */
export function MarketsPage({ tab = 'TOMAN', onTab = () => undefined }: MarketsPageProps) {
  const { t } = useTranslation('operations')
  const query = useQuery(marketsQuery())
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)
  const [act, setAct] = useState<MarketAct | undefined>()
  const { search, setSearch, found } = useFoundMarkets(query.data ?? NONE)
  const list = (markets: readonly OperatedMarket[]) => (
    <Card>
      <QueryView query={query} data={query.data} rows={8}>
        {() => <MarketList caption={t('markets.title')} markets={markets} onAct={setAct} />}
      </QueryView>
    </Card>
  )
  return (
    <div ref={page}>
      <PageHeading title={t('markets.title')} />
      <chakra.div marginBottom="3">
        <SearchField label={t('markets.search')} value={search} onChange={setSearch} />
      </chakra.div>
      {search.trim() === '' ? (
        <Parts tab={tab} onTab={onTab}>
          {tab === 'order' ? <FindOrder /> : list(found.filter(({ marketType }) => quoteOf(marketType) === tab))}
        </Parts>
      ) : (
        list(found)
      )}
      {act && <MarketActSheet act={act} onClose={() => setAct(undefined)} />}
    </div>
  )
}

const NONE: readonly OperatedMarket[] = []
const quoteOf = (marketType: string) => coinsOfMarket(marketType).quote

type PartsProps = Required<MarketsPageProps> & { children: ReactNode }

function Parts({ tab, onTab, children }: PartsProps) {
  const { t } = useTranslation('operations')
  const panel = useId()
  const nameOf = (part: MarketTab) => (part === 'order' ? t('order.find') : t(`markets.of.${part}`))
  return (
    <>
      <Segmented
        as="tabs"
        look="underline"
        panelId={panel}
        label={t('markets.parts')}
        value={tab}
        options={MARKET_TABS.map((value) => ({ value, label: nameOf(value) }))}
        onChange={onTab}
      />
      <chakra.div id={panel} role="tabpanel" aria-label={nameOf(tab)} marginTop="4">
        {children}
      </chakra.div>
    </>
  )
}
