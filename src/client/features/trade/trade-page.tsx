import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash, SearchX } from 'lucide-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { shownMarket } from '#client/lib/live.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import type { Side } from '#domain/order.ts'
import { ChartPanel } from './chart-panel.tsx'
import { Depth } from './depth.tsx'
import { LastTrades } from './last-trades.tsx'
import { type MarketDetails, marketDetailsQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { OrderDesk, useDesk, useDeskActions, useTakeLevel } from './order-desk.tsx'
import { OrderForm } from './order-form.tsx'
import { TitleBar } from './title-bar.tsx'
import { useMarketRules } from './use-order-form.ts'

/** The trade page of one market: price, book, trades, and the user's own orders. */
export function TradePage({ path }: { path: MarketPath }) {
  const market = marketSymbol(path)
  const details = useQuery(marketDetailsQuery(market))
  const isKnown = details.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    shownMarket.set(() => market)
    return () => shownMarket.set((shown) => (shown === market ? undefined : shown))
  }, [market, isKnown])
  const coins = useQuery(coinsQuery())
  const rules = useMarketRules(market)
  const wide = useWide()
  if (isRefusal(details.error, 'MARKET_NOT_FOUND')) return <NoMarket why="unknown" />
  if (details.data && !details.data.active)
    return (
      <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        <TitleBar path={path} />
        <NoMarket why="inactive" state={details.data.state} />
        <Card padded={false} padding="4">
          <MyOrders market={market} />
        </Card>
      </chakra.div>
    )
  const Layout = wide ? TradeColumns : TradeStack
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <TitleBar path={path} />
      {/* The words of the desk are requested once the rules are there: without a boundary the title would disappear until they come. */}
      <Suspense fallback={<SkeletonRows rows={8} />}>
        {rules ? (
          <OrderDesk key={market} path={path} rules={rules}>
            <Layout path={path} />
          </OrderDesk>
        ) : (
          <QueryPlaceholder query={details.data ? coins : details} rows={8} />
        )}
      </Suspense>
    </chakra.div>
  )
}

type NoMarketProps = { why: 'unknown' | 'inactive'; state?: MarketDetails['state'] }

/** Shown for an unknown market and for a closed one, with the reason and the opening time if known. */
export function NoMarket({ why, state }: NoMarketProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const reason = state?.reason?.[language] ?? t(`closed.${why}.text`)
  const opens = state?.opensAt && t('closed.opens', { time: showDate(new Date(state.opensAt), language, 'date-time') })
  return (
    <EmptyState
      heading={why === 'unknown'}
      icon={why === 'unknown' ? <SearchX size={24} /> : <CircleSlash size={24} />}
      title={t(`closed.${why}.title`)}
      text={
        <>
          {reason}
          {opens && <br />}
          {opens}
        </>
      }
      action={<ButtonLink to="/markets">{t('closed.markets')}</ButtonLink>}
    />
  )
}

/** The desktop layout: chart, orders, book, trades and form side by side. */
function TradeColumns({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const take = useTakeLevel({ opensSheet: false })
  return (
    <chakra.div
      display="grid"
      gap="3"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) 19rem', xl: 'minmax(0, 1fr) 18rem 19rem' }}
      gridTemplateAreas={{
        base: '"chart form" "book trades" "orders orders"',
        xl: '"chart book form" "orders orders trades"',
      }}
    >
      <Card padded={false} padding="3" gridArea="chart">
        <ChartPanel path={path} height="31rem" />
      </Card>
      <Card padded={false} padding="3" gridArea="book" aria-label={t('book.title')}>
        <Depth path={path} onTake={take} />
      </Card>
      <chakra.div gridArea="trades">
        <Section title={t('trades.title')}>
          <LastTrades path={path} />
        </Section>
      </chakra.div>
      <Card padded={false} padding="4" gridArea="form">
        <OrderForm path={path} />
      </Card>
      <Card padded={false} padding="4" gridArea="orders">
        <MyOrders market={marketSymbol(path)} />
      </Card>
    </chakra.div>
  )
}

type View = 'chart' | 'book' | 'trades'

/** The phone layout: one view of the market at a time, the user's orders below it, and the form in a sheet. */
function TradeStack({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const [view, setView] = useState<View>('chart')
  const panelId = useId()
  const { dispatch, setSheetOpen } = useDeskActions()
  const take = useTakeLevel({ opensSheet: true })
  const open = (side: Side) => {
    dispatch({ type: 'side', side })
    setSheetOpen(true)
  }
  return (
    <>
      <Card padded={false} padding="3">
        <Segmented
          as="tabs"
          panelId={panelId}
          label={t('tabs.label')}
          value={view}
          options={(['chart', 'book', 'trades'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
          onChange={setView}
        />
        <chakra.div role="tabpanel" id={panelId} paddingTop="3">
          {view === 'chart' && <ChartPanel path={path} height="21rem" />}
          {view === 'book' && <Depth path={path} onTake={take} />}
          {view === 'trades' && <LastTrades path={path} />}
        </chakra.div>
      </Card>
      <Card padded={false} padding="4" marginBottom="16">
        <MyOrders market={marketSymbol(path)} />
      </Card>
      <TradeBar onPress={open} />
      <FormSheet path={path} />
    </>
  )
}

function FormSheet({ path }: { path: MarketPath }) {
  const { pairOf } = useCoins()
  const { sheetOpen } = useDesk()
  const { setSheetOpen } = useDeskActions()
  return (
    <Sheet
      open={sheetOpen}
      title={pairOf({ base: path.tradeFrom, quote: path.tradeTo })}
      onClose={() => setSheetOpen(false)}
    >
      <OrderForm path={path} />
    </Sheet>
  )
}

/** The buy and sell buttons, directly above the bottom bar at any scroll position. */
function TradeBar({ onPress }: { onPress: (side: Side) => void }) {
  const { t } = useTranslation('trade')
  return (
    <chakra.div
      data-trade-bar
      position="fixed"
      insetInline="0"
      bottom="calc(4rem + env(safe-area-inset-bottom))"
      zIndex="bar"
      display="grid"
      gridTemplateColumns="1fr 1fr"
      gap="3"
      paddingInline="4"
      paddingBlock="2.5"
      bg="canvas"
      borderTopWidth="1px"
      borderColor="line"
    >
      <Button variant="buy" onClick={() => onPress('BUY')}>
        {t('form.side.BUY')}
      </Button>
      <Button variant="sell" onClick={() => onPress('SELL')}>
        {t('form.side.SELL')}
      </Button>
    </chakra.div>
  )
}
