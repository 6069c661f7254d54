import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import MarketMark from '#client/entities/market/market-mark.tsx'
import { type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, tradePage } from '#client/entities/market/quote-unit.ts'
import { PriceAlertButton } from '#client/entities/price-alert/price-alert-button.tsx'
import { useSession } from '#client/entities/session/session.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useOwnTitle } from '#client/lib/own-title.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { getBlog } from '#contract/content.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { PublicPage } from './text-page.tsx'

// Without a network it is missing, and the rest goes on without it.
const OwnHolding = lazy(() => import('#client/entities/wallet/own-holding.tsx').catch(() => ({ default: () => null })))

type CoinPageProps = {
  coin: string
  unit: QuoteUnit
  /** The chart of the coin's market, passed in since it belongs to another feature. */
  chart: ReactNode
}

/** The public page of a coin: its prices, chart and article, with links to buy and sell it. */
export function CoinPage({ coin, unit, chart }: CoinPageProps) {
  const { t } = useTranslation('public')
  const { nameOf, coinOf, pairOf } = useCoins()
  const isUser = Boolean(useSession())
  const pair = pairOf({ base: coin, quote: unit })
  useOwnTitle(t('coin.title', { pair }))
  const markets = useQuery(marketsQuery(unit))
  const market = markets.data?.find(({ relatedCoin }) => relatedCoin === coin)
  if (markets.data && !market) return <NoCoin />
  return (
    <PublicPage title={pair} text={coinOf(coin)?.code} wide>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '22rem minmax(0, 1fr)' }}>
        <Card as="div" display="flex" flexDirection="column" gap="4">
          <chakra.div display="flex" alignItems="center" gap="3">
            <CoinIcon symbol={coin} size={48} />
            <chakra.div minWidth="0" flex="1">
              <chakra.p fontWeight="bold" fontSize="lg">
                {nameOf(coin)}
              </chakra.p>
              <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="2.5">
                <PriceChange percent={market?.last24HoursChange} plate />
                <MarketMark state={market?.state} withTime />
              </chakra.div>
            </chakra.div>
            {isUser && market && (
              <PriceAlertButton
                market={{ symbol: market.marketType, base: coin, quote: unit }}
                price={market.lastPrice}
                priceKey={marketsQuery(unit).queryKey}
              />
            )}
          </chakra.div>
          <HaltReason state={market?.state} />
          <Prices coin={coin} unit={unit} market={market} />
          {isUser && (
            <Suspense fallback={null}>
              <OwnHolding coin={coin} unit={unit} />
            </Suspense>
          )}
          <QueryAge queryKey={marketsQuery(unit).queryKey} beside={pricesQuery(unit).queryKey} />
          <chakra.div marginTop="auto">
            <Ways coin={coin} unit={unit} />
          </chakra.div>
        </Card>
        <Card as="div" role="group" aria-label={t('coin.chart')} paddingInline={{ base: '2.5', sm: '4' }}>
          <QueryView query={markets} data={market} rows={1} height="22rem">
            {() => chart}
          </QueryView>
        </Card>
      </chakra.div>
      <Article coin={coin} />
    </PublicPage>
  )
}

/** Why an operator has halted the market. */
function HaltReason({ state }: { state: MarketRow['state'] }) {
  const language = useLanguage()
  const isHalted = state?.kind === 'HALTED' || state?.kind === 'CANCEL_ONLY'
  return isHalted && state.reason ? <Notice tone="warning">{state.reason[language]}</Notice> : null
}

function Prices({ coin, unit, market }: { coin: string; unit: QuoteUnit; market: MarketRow | undefined }) {
  const { t } = useTranslation('public')
  const { unitOf } = useCoins()
  const prices = useQuery(pricesQuery(unit)).data
  const price = prices?.bySymbol.get(coin)
  const shown = (side: 'buy' | 'sell') => price && formatDecimal(price[side], PRICE_DECIMALS)
  return (
    <>
      <chakra.dl display="grid" gap="2.5" fontSize={{ base: 'sm', sm: 'md' }}>
        <Row label={t('coin.last')}>
          {market ? <FlashingPrice value={market.lastPrice} unit={unitOf(unit)} /> : '—'}
        </Row>
        <Row label={t('coin.buyPrice')}>
          <DecimalText value={shown('buy')} unit={unitOf(unit)} />
        </Row>
        <Row label={t('coin.sellPrice')}>
          <DecimalText value={shown('sell')} unit={unitOf(unit)} />
        </Row>
        <Row label={t('coin.high')}>
          <DecimalText value={market?.maxPrice ?? undefined} unit={unitOf(unit)} />
        </Row>
        <Row label={t('coin.low')}>
          <DecimalText value={market?.minPrice ?? undefined} unit={unitOf(unit)} />
        </Row>
        <Row label={t('coin.volume')}>
          <DecimalText value={market?.last24HourVolume} unit={unitOf(coin)} />
        </Row>
      </chakra.dl>
      {prices?.stale && <Notice tone="warning">{t('coin.stale')}</Notice>}
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div display="flex" alignItems="baseline" columnGap="2" flexWrap="wrap">
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd fontWeight="semibold" marginInlineStart="auto">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}

function Ways({ coin, unit }: { coin: string; unit: QuoteUnit }) {
  const { t } = useTranslation('public')
  const isUser = Boolean(useSession())
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="1fr 1fr">
      <ButtonLink to="/profile/otc" search={{ coin, unit, side: 'BUY' }} variant="buy">
        {t('coin.buy')}
      </ButtonLink>
      <ButtonLink to="/profile/otc" search={{ coin, unit, side: 'SELL' }} variant="sell">
        {t('coin.sell')}
      </ButtonLink>
      <chakra.p gridColumn="1 / -1" textAlign="center" fontSize="sm">
        <TextLink {...tradePage({ tradeTo: unit, tradeFrom: coin }, isUser)}>{t('coin.trade')}</TextLink>
      </chakra.p>
    </chakra.div>
  )
}

function Article({ coin }: { coin: string }) {
  const { t } = useTranslation('public')
  const { nameOf } = useCoins()
  const language = useLanguage()
  const query = useQuery(endpointQuery(getBlog, { query: { coin, language } }))
  const article = query.data?.content.find(({ title }) => title === coin)
  if (query.data && !article) return null
  return (
    <Section title={article?.heading ?? t('coin.about', { name: nameOf(coin) })}>
      <QueryView query={query} data={article} rows={6} height="1.5rem">
        {({ body }) => (
          <chakra.div
            columns={{ lg: 2 }}
            columnGap="10"
            css={{ '& :is(p, li)': { breakInside: 'avoid' }, '& h2': { breakAfter: 'avoid', fontSize: 'lg' } }}
          >
            <RichText html={body} />
          </chakra.div>
        )}
      </QueryView>
    </Section>
  )
}

function NoCoin() {
  const { t } = useTranslation('public')
  return (
    <EmptyState
      heading
      icon={<SearchX size={24} />}
      title={t('coin.unknown')}
      action={<ButtonLink to="/markets">{t('coin.markets')}</ButtonLink>}
    />
  )
}
