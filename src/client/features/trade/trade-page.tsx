import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { marketDetailsQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { TitleBar } from './title-bar.tsx'
import { TradeColumns } from './trade-columns.tsx'
import { TradeStack } from './trade-stack.tsx'
import { useMarketRules } from './use-market-rules.ts'

/** One market: what it costs, who buys and sells, and one's own orders in it. */
export function TradePage({ path }: { path: MarketPath }) {
  const market = marketSymbol(path)
  const details = useQuery(marketDetailsQuery(market))
  const rules = useMarketRules(market)
  const wide = useWide()
  if (isRefusal(details.error, 'MARKET_NOT_FOUND')) return <NoMarket why="unknown" />
  if (details.isError && !details.data)
    return <ErrorState onRetry={() => void details.refetch()} retrying={details.isFetching} />
  if (details.data && !details.data.active) return <NoMarket why="inactive" />
  const Layout = wide ? TradeColumns : TradeStack
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <TitleBar path={path} />
      {rules ? <Layout key={market} path={path} rules={rules} /> : <SkeletonRows rows={8} />}
    </chakra.div>
  )
}

/** A path that leads to no market, or to one that rests. */
export function NoMarket({ why }: { why: 'unknown' | 'inactive' }) {
  const { t } = useTranslation('trade')
  return (
    <EmptyState
      icon={why === 'unknown' ? <SearchX size={24} /> : <CircleSlash size={24} />}
      title={t(`closed.${why}.title`)}
      text={t(`closed.${why}.text`)}
      action={<ButtonLink to="/markets">{t('closed.markets')}</ButtonLink>}
    />
  )
}
