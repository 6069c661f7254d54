import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History, ListChecks } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Order, openOrderPagesQuery, orderHistoryQuery } from '#client/entities/order/orders.queries.ts'
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
import { SmallSelect } from '#client/ui/small-select.tsx'
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
  const [side, setSide] = useState<ShownSide>('ALL')
  const scope = everywhere ? undefined : market
  const count = useOpenCount(scope)
  if (session === null)
    return (
      <EmptyState icon={<ListChecks size={24} />} title={t('orders.visitor.title')} text={t('orders.visitor.text')} />
    )
  const tabs: readonly Tab[] = session?.authorized && !session.supervisor ? TABS : TABS.slice(0, 2)
  return (
    <chakra.div position="relative" display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        <chakra.div flex="1 1 auto" minWidth="0">
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
        </chakra.div>
        {shown === 'history' && (
          <HistoryFilters side={side} onSide={setSide} everywhere={everywhere} onEverywhere={setEverywhere} />
        )}
      </chakra.div>
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
        {shown === 'history' && <OrderHistory market={scope} side={side} />}
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

const SIDES = ['ALL', 'BUY', 'SELL'] as const
type ShownSide = (typeof SIDES)[number]
const SCOPES = ['one', 'all'] as const

interface HistoryFiltersProps {
  readonly side: ShownSide
  readonly onSide: (side: ShownSide) => void
  readonly everywhere: boolean
  readonly onEverywhere: (everywhere: boolean) => void
}

function HistoryFilters({ side, onSide, everywhere, onEverywhere }: HistoryFiltersProps) {
  const { t } = useTranslation('trade')
  return (
    <chakra.div display="flex" gap="2">
      <SmallSelect
        label={t('form.side.label')}
        value={side}
        options={SIDES.map((value) => ({ value, label: t(`orders.side.${value}`) }))}
        onChange={onSide}
      />
      <SmallSelect
        label={t('confirm.market')}
        value={everywhere ? 'all' : 'one'}
        options={SCOPES.map((value) => ({ value, label: t(`orders.scope.${value}`) }))}
        onChange={(scope) => onEverywhere(scope === 'all')}
      />
    </chakra.div>
  )
}

/** The user's last fifty closed orders, of a market or of all, of a side or of both. */
export function OrderHistory({ market, side }: { market: string | undefined; side: ShownSide }) {
  const { t } = useTranslation('trade')
  const narrowed = { market, side: side === 'ALL' ? undefined : side }
  const query = useQuery(orderHistoryQuery(narrowed))
  const empty = (
    <EmptyState
      icon={<History size={24} />}
      title={t(side === 'ALL' ? 'orders.emptyHistory.title' : 'orders.noMatch.title')}
      text={t(side === 'ALL' ? 'orders.emptyHistory.text' : 'orders.noMatch.text')}
    />
  )
  return (
    <QueryView query={query} data={query.data} rows={3} empty={empty}>
      {(orders) => (
        <>
          <HistoryRows orders={orders} market={market} />
          <chakra.p paddingTop="2" fontSize="sm">
            <TextLink to="/profile/history" search={{ tab: 'orders', kind: 'P2P', ...narrowed }}>
              {t('orders.more')}
            </TextLink>
          </chakra.p>
        </>
      )}
    </QueryView>
  )
}

function HistoryRows({ orders, market }: { orders: readonly Order[]; market: string | undefined }) {
  const { t } = useTranslation('trade')
  const markets = orders.map(({ marketType }) => marketType)
  const { type, pair, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(market, markets)
  const lines = useOrderLines(market, markets)
  const details = useOrderDetails()
  return (
    <>
      <RowList
        dense
        caption={t('orders.history')}
        rows={orders}
        keyOf={({ id }) => id}
        columns={[
          type,
          ...(market === undefined ? [pair] : []),
          ...[tradedPrice, amount, tradedValue, executed, status, at, details.column],
        ]}
        lines={lines}
      />
      {details.sheet}
    </>
  )
}
