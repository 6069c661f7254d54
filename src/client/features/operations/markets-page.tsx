import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { type RowLines, RowList } from '#client/ui/row-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getOperatedMarkets, haltMarket, resumeMarket, switchMaker } from '#contract/operations-markets.ts'
import { useMay } from './allowed.tsx'
import { MARKET_TABS, type MarketTab } from './console-pages.ts'
import { FindOrder } from './find-order.tsx'
import { useListKeys } from './keys.tsx'
import { type MarketAct, MarketActSheet } from './market-acts.tsx'
import { coinsOfMarket, MarketName, useFoundMarkets, useMarketName } from './names.tsx'
import { consoleQuery, contentOf } from './operator.queries.ts'

const ASK_AGAIN_MS = 5_000

const marketsQuery = () =>
  queryOptions({ ...consoleQuery(getOperatedMarkets, {}), select: contentOf, refetchInterval: ASK_AGAIN_MS })

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
        <Tabs
          label={t('markets.parts')}
          value={tab}
          options={MARKET_TABS.map((value) => ({
            value,
            label: value === 'order' ? t('order.find') : t(`markets.of.${value}`),
          }))}
          onChange={onTab}
        >
          {tab === 'order' ? <FindOrder /> : list(found.filter(({ marketType }) => quoteOf(marketType) === tab))}
        </Tabs>
      ) : (
        list(found)
      )}
      {act && <MarketActSheet act={act} onClose={() => setAct(undefined)} />}
    </div>
  )
}

const NONE: readonly OperatedMarket[] = []
const quoteOf = (marketType: string) => coinsOfMarket(marketType).quote

type OperatedMarket = Reply<typeof getOperatedMarkets>['content'][number]

type MarketListProps = { caption: string; markets: readonly OperatedMarket[]; onAct: (act: MarketAct) => void }

/** The state of markets: in a table, or on a phone in two lines each, which open to all columns and acts. */
function MarketList({ caption, markets, onAct }: MarketListProps) {
  const { t } = useTranslation('proposals')
  const columns = useColumns(onAct)
  const lines = useLines()
  if (markets.length === 0) return <EmptyState title={t('market.none')} />
  return <RowList caption={caption} rows={markets} keyOf={keyOf} columns={columns} lines={lines} />
}

const keyOf = ({ marketType }: OperatedMarket) => marketType

function useLines(): RowLines<OperatedMarket> {
  const { t } = useTranslation('operations')
  const nameOf = useMarketName()
  return {
    what: ({ marketType }) => <bdi>{nameOf(marketType)}</bdi>,
    amount: (market) => <State market={market} />,
    when: (market) => <SourcePrice market={market} />,
    result: ({ makerEnabled }) => (
      <>
        {t('markets.maker')}: <Maker enabled={makerEnabled} />
      </>
    ),
  }
}

function State({ market: { state } }: { market: OperatedMarket }) {
  const { t } = useTranslation('operations')
  return (
    <chakra.span color={state.kind === 'OPEN' ? 'buy' : 'sell'} fontWeight="semibold">
      {t(`markets.state.${state.kind}`)}
    </chakra.span>
  )
}

/** Whether the market maker quotes the market; a dash if it has no strategy. */
function Maker({ enabled }: { enabled: boolean | null }) {
  const { t } = useTranslation('operations')
  if (enabled === null) return '–'
  return enabled ? t('markets.makerOn') : t('markets.makerOff')
}

function useColumns(onAct: (act: MarketAct) => void): readonly Column<OperatedMarket>[] {
  const { t } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const language = useLanguage()
  return [
    { key: 'market', label: t('markets.market'), cell: ({ marketType }) => <MarketName marketType={marketType} /> },
    {
      key: 'state',
      label: t('users.state'),
      cell: (market) => (
        <span>
          <State market={market} />
          {market.halt && <SinceAndBy since={market.halt.since} by={market.halt.by} />}
        </span>
      ),
    },
    { key: 'why', label: t('act.reason'), cell: ({ state }) => state.reason?.[language] ?? '–' },
    {
      key: 'maker',
      label: t('markets.maker'),
      cell: ({ makerEnabled, makerOff }) => (
        <span>
          <Maker enabled={makerEnabled} />
          {makerOff && <SinceAndBy since={makerOff.since} by={makerOff.by ?? ofSettings('market.lossStop')} />}
        </span>
      ),
    },
    { key: 'price', label: ofSettings('market.price.title'), cell: (market) => <SourcePrice market={market} /> },
    {
      key: 'acts',
      label: t('markets.acts'),
      unnamed: true,
      wide: true,
      cell: (market) => <Acts market={market} onAct={onAct} />,
    },
  ]
}

/** The operator who switched something off, and the time. */
function SinceAndBy({ since, by }: { since: string; by: string | null }) {
  return (
    <chakra.span display="block" fontSize="xs" color="fg.muted">
      {by !== null && <chakra.bdi display="block">{by}</chakra.bdi>}
      <DateText at={since} />
    </chakra.span>
  )
}

/** The price of the feed, with its time if it is too old for trading. */
function SourcePrice({ market: { marketType, price } }: { market: OperatedMarket }) {
  const { t } = useTranslation('proposals')
  const { unitOf } = useCoins()
  if (price === null) return <chakra.span color="sell">{t('market.price.none')}</chakra.span>
  return (
    <span>
      <DecimalText value={price.value} unit={unitOf(coinsOfMarket(marketType).quote)} />
      {price.stale && (
        <chakra.span display="block" fontSize="xs" color="sell">
          {t('market.price.stale')} <DateText at={price.at} style="time" />
        </chakra.span>
      )}
    </span>
  )
}

/** A halted market can be resumed or get another kind of halt: the change does not open it for trading in between. */
function Acts({ market, onAct }: { market: OperatedMarket; onAct: (act: MarketAct) => void }) {
  const { t } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const { marketType, halted, makerEnabled } = market
  const may = useMay()
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1">
      {!halted && may(haltMarket) && (
        <Button size="sm" variant="danger" data-row="" onClick={() => onAct({ kind: 'halt', marketType })}>
          {t('markets.halt.action')}
        </Button>
      )}
      {halted && may(resumeMarket) && (
        <Button size="sm" variant="quiet" data-row="" onClick={() => onAct({ kind: 'resume', marketType })}>
          {t('markets.resume.action')}
        </Button>
      )}
      {halted && may(haltMarket) && (
        <Button size="sm" variant="quiet" onClick={() => onAct({ kind: 'changeHalt', marketType })}>
          {ofSettings('market.changeHalt.action')}
        </Button>
      )}
      {makerEnabled !== null && may(switchMaker) && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onAct({ kind: makerEnabled ? 'makerOff' : 'makerOn', marketType })}
        >
          {makerEnabled ? t('markets.switchOff.action') : t('markets.switchOn.action')}
        </Button>
      )}
    </chakra.div>
  )
}

const route = getRouteApi('/operations/markets')

export function MarketsRoute() {
  const { tab = 'TOMAN' } = route.useSearch()
  const navigate = route.useNavigate()
  return <MarketsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
