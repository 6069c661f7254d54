import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { History, ListChecks, Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import {
  newestCancelledByKimiaQuery,
  type Order,
  openOrderPagesQuery,
  orderHistoryQuery,
} from '#client/entities/order/orders.queries.ts'
import { useOpenOrderLines, useOrderColumns, useOrderLines } from '#client/entities/order/use-order-columns.tsx'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { TextLink } from '#client/ui/link.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { AmendOrder } from './amend-order.tsx'
import { CancelAllOrders, CancelOrder } from './cancel-orders.tsx'
import { marketBalancesQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { AMEND_ORDER, CANCEL_ALL, CANCEL_ORDER } from './order.commands.ts'

type Tab = 'open' | 'history' | 'holdings'

/** The user's orders of this market, the open ones and the last closed ones, and what the user has of its two coins. */
export function MyOrders({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const session = useSession()
  const [shown, setShown] = useState<Tab>('open')
  const panelId = useId()
  const count = useOpenCount(market)
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
        {shown === 'open' && <OpenOrders market={market} />}
        {shown === 'history' && <OrderHistory market={market} />}
        {shown === 'holdings' && <Holdings path={path} />}
      </div>
    </chakra.div>
  )
}

const TABS: readonly Tab[] = ['open', 'history', 'holdings']

/** The number of open orders; a plus follows it if there are more than are loaded. */
function useOpenCount(market: string): string {
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
  const query = useQuery(marketBalancesQuery({ sourceCoin: path.tradeTo, destinationCoin: path.tradeFrom }))
  return (
    <QueryView query={query} data={query.data} rows={2}>
      {(balances) => (
        <chakra.div display="grid" gap="2" paddingTop="2" maxWidth="26rem" css={tableFigures}>
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
  const lines = useOrderLines()
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
        <RowList
          dense
          caption={t('orders.history')}
          rows={orders}
          keyOf={({ id }) => id}
          columns={[type, tradedPrice, amount, tradedValue, executed, status, at]}
          lines={lines}
        />
      )}
    </QueryView>
  )
}

/** The change or cancellation whose sheet is open; without an order or terms, the one without an answer from before a reload. */
type PendingAct = { what: 'amend' | 'one'; order?: Order } | { what: 'all'; terms?: { market?: string } } | undefined

const restoreUnconfirmed = (): PendingAct => {
  if (hasPending(AMEND_ORDER)) return { what: 'amend' }
  if (hasPending(CANCEL_ORDER)) return { what: 'one' }
  return hasPending(CANCEL_ALL) ? { what: 'all' } : undefined
}

/** The user's open orders, of one market or of all, each with buttons to change and to cancel it. Polling pauses while one of them is being confirmed. */
export function OpenOrders({ market }: { market?: string }) {
  const { t } = useTranslation('trade')
  const [act, setAct] = useState(restoreUnconfirmed)
  const closeSheet = () => setAct(undefined)
  const pages = useInfiniteQuery({
    ...openOrderPagesQuery(market),
    ...(act ? { refetchInterval: false as const } : {}),
  })
  useOperatorCancels(useMemo(() => pages.data?.pages.flatMap(({ content }) => content), [pages.data]))
  const empty = (
    <EmptyState icon={<ListChecks size={24} />} title={t('orders.emptyOpen.title')} text={t('orders.emptyOpen.text')} />
  )
  return (
    <>
      <PageList pages={pages} rows={2} empty={empty} quiet>
        {(orders) => (
          <>
            {orders.length > 1 && (
              <chakra.div
                data-key="cancel-all"
                {...(market === undefined ? { display: 'flex', justifyContent: 'end', paddingBottom: '2' } : AT_TABS)}
              >
                <Button
                  size="sm"
                  variant={market === undefined ? 'quiet' : 'ghost'}
                  aria-label={t('cancelAll.title')}
                  onClick={() => setAct({ what: 'all', terms: market === undefined ? {} : { market } })}
                >
                  {t(market === undefined ? 'cancelAll.title' : 'cancelAll.yes')}
                </Button>
              </chakra.div>
            )}
            <OrderRows
              orders={orders}
              market={market}
              onAmend={(order) => setAct({ what: 'amend', order })}
              onCancel={(order) => setAct({ what: 'one', order })}
            />
          </>
        )}
      </PageList>
      {act?.what === 'amend' && <AmendOrder order={act.order} onClose={closeSheet} />}
      {act?.what === 'one' && <CancelOrder order={act.order} onClose={closeSheet} />}
      {act?.what === 'all' && <CancelAllOrders terms={act.terms} onClose={closeSheet} />}
    </>
  )
}

/** In a list of one market the button stands at the end of the tabs, or below them where large letters leave no space. */
const AT_TABS = {
  position: 'absolute',
  top: '0',
  // Never beyond the padding of the page.
  insetInlineEnd: 'calc(-1 * min(0.5rem, 2vw))',
  css: {
    '& > button': { color: 'sell', minHeight: { lg: '9' }, paddingInline: '2' },
    '@media (max-width: 18rem)': { position: 'static', justifySelf: 'end' },
  },
} as const

type OrderRowsProps = {
  orders: readonly Order[]
  market: string | undefined
  onAmend: (order: Order) => void
  onCancel: (order: Order) => void
}

function OrderRows({ orders, market, onAmend, onCancel }: OrderRowsProps) {
  const { t } = useTranslation('trade')
  const nameOf = useOrderName()
  const lines = useOpenOrderLines(market)
  const { type, pair, price, amount, value, executed, at } = useOrderColumns(market)
  // On a phone it stands in the opened row, since a second button beside the figures leaves them too little space.
  const amend: Column<Order> = {
    key: 'amend',
    label: t('orders.amend'),
    unnamed: true,
    cell: (order) => (
      <Button
        size="sm"
        variant="quiet"
        aria-label={t('orders.amendOne', { order: nameOf(order) })}
        onClick={() => onAmend(order)}
      >
        <Pencil size={16} aria-hidden="true" />
        {t('orders.amend')}
      </Button>
    ),
  }
  const acts: Column<Order> = {
    key: 'acts',
    label: t('orders.cancel'),
    unnamed: true,
    cell: (order) => (
      <Button
        size="sm"
        variant="danger"
        aria-label={t('orders.cancelOne', { order: nameOf(order) })}
        onClick={() => onCancel(order)}
      >
        {t('orders.cancel')}
      </Button>
    ),
  }
  return (
    <RowList
      dense={market !== undefined}
      caption={t('orders.open')}
      rows={orders}
      keyOf={idOf}
      columns={[type, ...(market === undefined ? [pair] : []), price, amount, value, executed, at, amend]}
      lines={lines}
      action={acts}
    />
  )
}

const idOf = ({ id }: Order) => id

/** Shows a toast for each open order that an operator has cancelled, since the list alone would just be shorter. */
function useOperatorCancels(open: readonly Order[] | undefined): void {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const nameOf = useOrderName()
  const before = useRef<ReadonlySet<string>>(new Set())
  const say = useEffectEvent((order: Order) =>
    showToast({
      tone: 'info',
      title: t('orders.cancelledByKimia.title'),
      text: t('orders.cancelledByKimia.text', { order: nameOf(order) }),
    }),
  )
  useEffect(() => {
    if (!open) return
    const now = new Set(open.map(({ id }) => id))
    const gone = [...before.current].filter((id) => !now.has(id))
    before.current = now
    if (gone.length === 0) return
    client.fetchQuery(newestCancelledByKimiaQuery()).then(
      ({ content }) => {
        for (const order of content) if (gone.includes(order.id)) say(order)
      },
      // A failed request is ignored, since the history shows these orders, too.
      () => undefined,
    )
  }, [open, client])
}
