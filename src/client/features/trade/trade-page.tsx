import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { type MarketDetails, marketDetailsQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { OrderDesk } from './order-desk.tsx'
import { TitleBar } from './title-bar.tsx'
import { TradeColumns, TradeStack } from './trade-layouts.tsx'
import { useMarketRules } from './use-order-form.ts'

/** The trade page of one market: price, book, trades, and the user's own orders. */
export function TradePage({ path }: { path: MarketPath }) {
  const market = marketSymbol(path)
  const details = useQuery(marketDetailsQuery(market))
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
