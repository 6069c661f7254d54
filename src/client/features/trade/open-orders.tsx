import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { ListChecks, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newestCancelledByKimiaQuery, type Order, openOrderPagesQuery } from '#client/entities/order/orders.queries.ts'
import { useOpenOrderLines, useOrderColumns } from '#client/entities/order/use-order-columns.tsx'
import { RowButton, useOrderDetails } from '#client/entities/order/use-order-details.tsx'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { live } from '#client/lib/live.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { AmendOrder } from './amend-order.tsx'
import { CancelAllOrders, CancelOrder } from './cancel-orders.tsx'
import { AMEND_ORDER, CANCEL_ALL, CANCEL_ORDER } from './order.commands.ts'

/** The change or cancellation whose sheet is open; without an order or terms, the one without an answer from before a reload. */
type PendingAct = { what: 'amend' | 'one'; order?: Order } | { what: 'all'; terms?: { market?: string } } | undefined

const restoreUnconfirmed = (): PendingAct => {
  if (hasPending(AMEND_ORDER)) return { what: 'amend' }
  if (hasPending(CANCEL_ORDER)) return { what: 'one' }
  return hasPending(CANCEL_ALL) ? { what: 'all' } : undefined
}

/** The user's open orders, of one market or of all, each with buttons to change and to cancel it. `aside` stands below them. Polling pauses while one of them is being confirmed. */
export function OpenOrders({ market, aside }: { market?: string | undefined; aside?: ReactNode }) {
  const { t } = useTranslation('trade')
  const [act, setAct] = useState(restoreUnconfirmed)
  const closeSheet = () => setAct(undefined)
  const pages = useInfiniteQuery({
    ...openOrderPagesQuery(market),
    ...(act ? { refetchInterval: false as const } : {}),
  })
  useOperatorCancels(useMemo(() => pages.data?.pages.flatMap(({ content }) => content), [pages.data]))
  const empty = (
    <EmptyState
      icon={<ListChecks size={24} />}
      title={t('orders.emptyOpen.title')}
      text={t('orders.emptyOpen.text')}
      action={aside}
    />
  )
  return (
    <>
      <PageList pages={pages} rows={2} empty={empty} quiet>
        {(orders) => (
          <>
            <LastKnown market={market} />
            {orders.length > 1 && (
              <chakra.div
                {...(market === undefined ? { display: 'flex', justifyContent: 'end', paddingBottom: '2' } : AT_TABS)}
              >
                <ServerButton
                  brief
                  size="sm"
                  variant={market === undefined ? 'quiet' : 'ghost'}
                  aria-label={t('cancelAll.title')}
                  onClick={() => setAct({ what: 'all', terms: market === undefined ? {} : { market } })}
                >
                  {t(market === undefined ? 'cancelAll.title' : 'cancelAll.yes')}
                </ServerButton>
              </chakra.div>
            )}
            <OrderRows
              orders={orders}
              market={market}
              onAmend={(order) => setAct({ what: 'amend', order })}
              onCancel={(order) => setAct({ what: 'one', order })}
            />
            {aside && <chakra.div paddingTop="2">{aside}</chakra.div>}
          </>
        )}
      </PageList>
      {act?.what === 'amend' && <AmendOrder order={act.order} onClose={closeSheet} />}
      {act?.what === 'one' && <CancelOrder order={act.order} onClose={closeSheet} />}
      {act?.what === 'all' && <CancelAllOrders terms={act.terms} onClose={closeSheet} />}
    </>
  )
}

/** How old the list is, and why its buttons are off, while the server cannot be reached. */
function LastKnown({ market }: { market: string | undefined }) {
  const { t } = useTranslation('ui')
  const isLost = useSelector(connectionLost)
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      paddingBottom="2"
      fontSize="xs"
      color="fg.muted"
      _empty={{ display: 'none' }}
    >
      <QueryAge of="order" queryKey={openOrderPagesQuery(market).queryKey} />
      {isLost && <span role="status">{t('offline.needed')}</span>}
    </chakra.div>
  )
}

/** In a list of one market the button stands at the end of the tabs, or below them where large letters leave no space. */
const AT_TABS = {
  position: 'absolute',
  top: '0',
  // Never beyond the padding of the page.
  insetInlineEnd: { base: 'calc(-1 * min(0.5rem, 2vw))', lg: '-0.375rem' },
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
  const details = useOrderDetails()
  const { type, pair, price, amount, value, executed, at } = useOrderColumns(market)
  // On a phone it stands in the opened row, since a second button beside the figures leaves them too little space.
  const amend: Column<Order> = {
    key: 'amend',
    label: t('orders.amend'),
    unnamed: true,
    // A leg of an OCO order cannot be changed.
    cell: (order) =>
      order.linkedOrderId ? null : (
        <RowButton
          icon={<Pencil size={16} aria-hidden="true" />}
          text={t('orders.amend')}
          label={t('orders.amendOne', { order: nameOf(order) })}
          onClick={() => onAmend(order)}
          changes
        />
      ),
  }
  const acts: Column<Order> = {
    key: 'acts',
    label: t('orders.cancel'),
    unnamed: true,
    cell: (order) => (
      <ServerButton
        brief
        size="sm"
        variant="danger"
        aria-label={t('orders.cancelOne', { order: nameOf(order) })}
        onClick={() => onCancel(order)}
      >
        {t('orders.cancel')}
      </ServerButton>
    ),
  }
  return (
    <>
      <RowList
        dense={market !== undefined}
        caption={t('orders.open')}
        rows={orders}
        keyOf={idOf}
        columns={[
          type,
          ...(market === undefined ? [pair] : []),
          price,
          amount,
          value,
          executed,
          at,
          details.column,
          amend,
        ]}
        lines={lines}
        action={acts}
      />
      {details.sheet}
    </>
  )
}

const idOf = ({ id }: Order) => id

/** Without the stream: shows a toast for each open order that an operator has cancelled, since the list alone would just be shorter. */
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
    // The stream names the orders themselves, and their toasts follow it on every page.
    if (gone.length === 0 || live.get().includes('own')) return
    client.fetchQuery(newestCancelledByKimiaQuery()).then(
      ({ content }) => {
        for (const order of content) if (gone.includes(order.id)) say(order)
      },
      // A failed request is ignored, since the history shows these orders, too.
      () => undefined,
    )
  }, [open, client])
}
