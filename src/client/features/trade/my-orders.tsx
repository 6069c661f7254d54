import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History, ListChecks } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { openOrderPagesQuery, orderHistoryQuery } from '#client/entities/order/orders.queries.ts'
import { useOrderColumns, useOrderLines } from '#client/entities/order/use-order-columns.tsx'
import { useOrderDetails } from '#client/entities/order/use-order-details.tsx'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { marketBalancesQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { OpenOrders } from './open-orders.tsx'

type Tab = 'open' | 'history' | 'holdings'

/** The user's orders of this market, the open ones and the last closed ones, and what the user has of its two coins. */
export function MyOrders({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const session = useSession()
  const [shown, setShown] = useState<Tab>('open')
  const panelId = useId()
  const [everywhere, setEverywhere] = useState(false)
  const scope = everywhere ? undefined : market
  const count = useOpenCount(scope)
  if (session === null)
    return (
      <EmptyState icon={<ListChecks size={24} />} title={t('orders.visitor.title')} text={t('orders.visitor.text')} />
    )
  const tabs: readonly Tab[] = session?.authorized && !session.supervisor ? TABS : TABS.slice(0, 2)
  return (
    <chakra.div position="relative" display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)">
      <Segmented
        as="tabs"
        look="underline"
        panelId={panelId}
        label={t('orders.label')}
        value={shown}
        options={tabs.map((value) => ({
          value,
          label: value === 'open' && count ? `${t('orders.tab.open')} (${count})` : t(`orders.tab.${value}`),
          name: t(`orders.${value}`),
        }))}
        onChange={setShown}
      />
      <div role="tabpanel" id={panelId}>
        {shown === 'open' && (
          <OpenOrders
            market={scope}
            aside={
              <Button size="sm" variant="ghost" onClick={() => setEverywhere(!everywhere)}>
                {t(everywhere ? 'orders.thisMarket' : 'orders.allMarkets')}
              </Button>
            }
          />
        )}
        {shown === 'history' && <OrderHistory market={market} />}
        {shown === 'holdings' && <Holdings path={path} />}
      </div>
    </chakra.div>
  )
}

const TABS: readonly Tab[] = ['open', 'history', 'holdings']

/** The number of open orders; a plus follows it if there are more than are loaded. */
function useOpenCount(market: string | undefined): string {
  const language = useLanguage()
  const session = useSession()
  const { data, hasNextPage } = useInfiniteQuery({ ...openOrderPagesQuery(market), enabled: Boolean(session) })
  const count = data?.pages.reduce((sum, { content }) => sum + content.length, 0)
  return count ? `${showDecimal(String(count), language)}${hasNextPage ? '+' : ''}` : ''
}

/** The user's spendable balances of the market's two coins. */
function Holdings({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { nameOf } = useCoins()
  const balancesQuery = marketBalancesQuery({ sourceCoin: path.tradeTo, destinationCoin: path.tradeFrom })
  const query = useQuery(balancesQuery)
  return (
    <QueryView query={query} data={query.data} rows={2} age={{ of: 'balance', queryKey: balancesQuery.queryKey }}>
      {(balances) => (
        <chakra.div display="grid" gap="2" paddingTop="2" maxWidth="26rem">
          <FactList
            facts={[path.tradeFrom, path.tradeTo].map((coin) => ({
              label: nameOf(coin),
              value: <BalanceText coin={coin} value={balances[coin] ?? '0'} />,
            }))}
          />
          <TextLink to="/profile/wallet">{t('orders.wallet')}</TextLink>
        </chakra.div>
      )}
    </QueryView>
  )
}

/** The user's last fifty closed orders of a market. */
export function OrderHistory({ market }: { market: string }) {
  const { t } = useTranslation('trade')
  const { type, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(market)
  const lines = useOrderLines(market)
  const details = useOrderDetails()
  const query = useQuery(orderHistoryQuery(market))
  const empty = (
    <EmptyState
      icon={<History size={24} />}
      title={t('orders.emptyHistory.title')}
      text={t('orders.emptyHistory.text')}
    />
  )
  return (
    <QueryView query={query} data={query.data} rows={3} empty={empty}>
      {(orders) => (
        <>
          <RowList
            dense
            caption={t('orders.history')}
            rows={orders}
            keyOf={({ id }) => id}
            columns={[type, tradedPrice, amount, tradedValue, executed, status, at, details.column]}
            lines={lines}
          />
          <chakra.p paddingTop="2" fontSize="sm">
            <TextLink to="/profile/history" search={{ tab: 'orders', kind: 'P2P', market }}>
              {t('orders.more')}
            </TextLink>
          </chakra.p>
          {details.sheet}
        </>
      )}
    </QueryView>
  )
}
