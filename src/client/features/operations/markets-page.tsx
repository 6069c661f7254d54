import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getOperatedMarkets, haltMarket, resumeMarket, switchMaker } from '#contract/operations-markets.ts'
import { useMay } from './allowed.tsx'
import { FindOrder } from './find-order.tsx'
import { type MarketAct, MarketActSheet } from './market-acts.tsx'
import { coinsOfMarket, MarketName, useMarketName } from './market-name.tsx'
import { CONSOLE } from './operator.queries.ts'
import { useListKeys } from './use-list-keys.ts'

export type OperatedMarket = Reply<typeof getOperatedMarkets>['content'][number]

const ASK_AGAIN_MS = 5_000

const marketsQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getOperatedMarkets.path],
    queryFn: async ({ signal }) => (await callApi(getOperatedMarkets, {}, { signal })).content,
    refetchInterval: ASK_AGAIN_MS,
    meta: { offline: getOperatedMarkets.offline, access: getOperatedMarkets.access },
  })

/** How the markets stand: halts, the market maker, and an order of anybody. */
export function MarketsRoom() {
  const { t } = useTranslation('operations')
  const query = useQuery(marketsQuery())
  const markets = query.data
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const [search, setSearch] = useState('')
  const [act, setAct] = useState<MarketAct | undefined>()
  const columns = useColumns(setAct)
  const nameOf = useMarketName()
  const wanted = search.trim().toUpperCase()
  const rows = markets?.filter(
    ({ marketType }) => marketType.includes(wanted) || nameOf(marketType).toUpperCase().includes(wanted),
  )
  return (
    <>
      <PageHeading title={t('markets.title')} />
      <FindOrder />
      <Card>
        <div ref={list}>
          <SearchField label={t('markets.search')} value={search} onChange={setSearch} />
          {!rows && <Unloaded query={query} rows={8} />}
          {rows && (
            <DataTable
              caption={t('markets.title')}
              rows={rows}
              keyOf={({ marketType }) => marketType}
              columns={columns}
            />
          )}
        </div>
      </Card>
      {act && <MarketActSheet act={act} onClose={() => setAct(undefined)} />}
    </>
  )
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
      cell: ({ state, halt }) => (
        <span>
          <chakra.span color={state.kind === 'OPEN' ? 'buy' : 'sell'} fontWeight="semibold">
            {t(`markets.state.${state.kind}`)}
          </chakra.span>
          {halt && <SinceAndBy since={halt.since} by={halt.by} />}
        </span>
      ),
    },
    { key: 'why', label: t('act.reason'), cell: ({ state }) => state.reason?.[language] ?? '–' },
    {
      key: 'maker',
      label: t('markets.maker'),
      cell: ({ makerEnabled, makerOff }) => (
        <span>
          {makerEnabled === null ? '–' : makerEnabled ? t('markets.makerOn') : t('markets.makerOff')}
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

/** Who switched something off, and when. */
function SinceAndBy({ since, by }: { since: string; by: string | null }) {
  return (
    <chakra.span display="block" fontSize="xs" color="fg.muted">
      {by !== null && <chakra.bdi display="block">{by}</chakra.bdi>}
      <DateText at={since} />
    </chakra.span>
  )
}

/** The price of the feed, with its time where it is too old to trade at. */
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

/** A halted market is resumed, or halted otherwise: from one kind of halt to the other nothing trades in between. */
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
