import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { KeyRound, ListChecks, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { type Order, type Trade, type TradeKind, tradePagesQuery } from '#client/entities/order/orders.queries.ts'
import { useOrderColumns, useOrderLines } from '#client/entities/order/use-order-columns.tsx'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { isRefusal } from '#client/lib/call-api.ts'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { deviceName } from '#domain/device-name.ts'
import { DepositHistory } from './deposit-history.tsx'
import { helpColumn } from './help-column.tsx'
import { type Login, loginPagesQuery, orderPagesQuery, orderQuery } from './history.queries.ts'
import { HISTORY_TABS, type HistoryTab } from './history-tab.ts'
import { NoTrades } from './recent-trades.tsx'

const PANELS = { trades: TradeHistory, orders: OrderHistory, deposits: DepositHistory, logins: LoginHistory }
const KINDS = ['ALL', 'P2P', 'EXCHANGE'] as const

interface HistoryPageProps {
  readonly tab: HistoryTab
  readonly onTab: (tab: HistoryTab) => void
  /** The order that is open in a sheet. */
  readonly orderId?: number | undefined
  readonly onCloseOrder?: () => void
}

/** The history of the account. The URL holds the tab and the open order. */
export function HistoryPage({ tab, onTab, orderId, onCloseOrder = () => undefined }: HistoryPageProps) {
  const { t } = useTranslation('history')
  const panelId = useId()
  const Panel = PANELS[tab]
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t('title')}
      </chakra.h1>
      <Card>
        <Segmented
          as="tabs"
          look="underline"
          panelId={panelId}
          label={t('tabs.label')}
          value={tab}
          options={HISTORY_TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          onChange={onTab}
        />
        <chakra.div role="tabpanel" id={panelId} paddingTop="4">
          <Panel />
        </chakra.div>
      </Card>
      {orderId !== undefined && <OrderSheet key={orderId} id={String(orderId)} onClose={onCloseOrder} />}
    </chakra.div>
  )
}

/** Every trade of the user: on the book and by quick trade. */
function TradeHistory() {
  const { t } = useTranslation('history')
  const [kind, setKind] = useState<TradeKind | 'ALL'>('ALL')
  const pages = useInfiniteQuery(tradePagesQuery(kind === 'ALL' ? undefined : kind))
  const { columns, lines } = useTradeColumns()
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div maxWidth={{ md: '16rem' }}>
        <SelectField
          label={t('filter.label')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={setKind}
        />
      </chakra.div>
      <PageList pages={pages} more="scroll" empty={<NoTrades />}>
        {(rows) => <RowList caption={t('tabs.trades')} rows={rows} keyOf={idOf} columns={columns} lines={lines} />}
      </PageList>
    </chakra.div>
  )
}

const idOf = ({ id }: Trade) => id

/** All closed orders of the user, in all markets. */
function OrderHistory() {
  const { t } = useTranslation('history')
  const lines = useOrderLines()
  const pages = useInfiniteQuery(orderPagesQuery())
  const orders = (pages.data?.pages ?? []).flatMap(({ content }) => content)
  const { type, number, pair, tradedPrice, amount, tradedValue, executed, status, at } = useOrderColumns(
    undefined,
    orders.map(({ marketType }) => marketType),
  )
  const named: Column<Order> = {
    ...type,
    cell: (order) => (
      <>
        {type.cell(order)}
        <chakra.small display="block" fontSize="xs" color="fg.muted">
          {t('orders.number')} {number.cell(order)}
        </chakra.small>
      </>
    ),
  }
  const empty = (
    <EmptyState
      icon={<ListChecks size={24} />}
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
      action={
        <ButtonLink to="/markets" variant="quiet">
          {t('orders.empty.action')}
        </ButtonLink>
      }
    />
  )
  return (
    <PageList pages={pages} more="scroll" empty={empty}>
      {(rows) => (
        <RowList
          caption={t('tabs.orders')}
          rows={rows}
          keyOf={idOfOrder}
          columns={[
            named,
            pair,
            tradedPrice,
            amount,
            tradedValue,
            executed,
            status,
            at,
            helpColumn(t('help.ORDER'), 'ORDER'),
          ]}
          lines={lines}
        />
      )}
    </PageList>
  )
}

const idOfOrder = ({ id }: Order) => id

/** The present state of an order. Notifications about an order link to it. */
function OrderSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('history')
  const query = useQuery(orderQuery(id))
  const order = query.data?.baseDTO
  const { type, number, pair, price, tradedPrice, amount, value, tradedValue, executed, status, at } = useOrderColumns(
    undefined,
    order ? [order.marketType] : [],
  )
  const isOpen = order?.orderStatus === 'IS_OPEN' || order?.orderStatus === 'PENDING'
  const columns = [
    ...[number, type, pair, status, isOpen ? price : tradedPrice, amount, executed],
    ...[isOpen ? value : tradedValue, at],
  ]
  const [base, quote] = order ? [order.destinationCoin, order.sourceCoin] : []
  return (
    <Sheet
      open
      title={t('order.title')}
      onClose={onClose}
      inAddress
      footer={
        <>
          <ButtonLink to="/profile/support" search={{ open: `ORDER-${id}` }} variant="quiet" flex="1">
            {t('help.ORDER')}
          </ButtonLink>
          {isOpen && base !== undefined && quote !== undefined && isQuoteUnit(quote) && (
            <ButtonLink
              to="/profile/trade/$tradeTo/$tradeFrom"
              params={{ tradeTo: quote, tradeFrom: base }}
              variant="quiet"
              flex="1"
            >
              {t('orders.empty.action')}
            </ButtonLink>
          )}
        </>
      }
    >
      {isRefusal(query.error, 'ORDER_NOT_FOUND') ? (
        // A retry would be useless.
        <RefusalNotice error={query.error} />
      ) : order ? (
        <FactList facts={columns.map(({ label, cell }) => ({ label, value: cell(order) }))} />
      ) : (
        <chakra.div minHeight="12rem">
          <QueryPlaceholder query={query} rows={5} />
        </chakra.div>
      )}
    </Sheet>
  )
}

/** The logins to the account, successful or not, with their place and device. */
function LoginHistory() {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(loginPagesQuery())
  const { at, result, ip, device, system, browser } = useLoginColumns()
  const empty = (
    <EmptyState icon={<KeyRound size={24} />} title={t('logins.empty.title')} text={t('logins.empty.text')} />
  )
  return (
    <PageList pages={pages} more="scroll" empty={empty}>
      {(rows) => (
        <RowList
          caption={t('tabs.logins')}
          rows={rows}
          keyOf={keyOfLogin}
          columns={[at, result, ip, device, system, browser]}
          lines={{ what: device.cell, amount: browser.cell, when: at.cell, result: result.cell }}
        />
      )}
    </PageList>
  )
}

const keyOfLogin = ({ loginRequestedDateTime, ipAddress, isSuccessful }: Login) =>
  `${loginRequestedDateTime} ${ipAddress} ${isSuccessful}`

const DEVICES = { MOBILE: Smartphone, TABLET: Tablet, DESKTOP: Monitor } as const

const isDevice = (text: string): text is keyof typeof DEVICES => text in DEVICES

/** The kind of device with its icon; an unknown kind is shown as the server names it. */
function DeviceCell({ type }: { type: string }) {
  const { t } = useTranslation('history')
  if (!isDevice(type)) return deviceName(type) ?? t('logins.unknown')
  const Icon = DEVICES[type]
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <Icon size={16} aria-hidden="true" />
      {t(`logins.${type}`)}
    </chakra.span>
  )
}

type Name = 'at' | 'result' | 'ip' | 'device' | 'system' | 'browser'

function useLoginColumns(): Record<Name, Column<Login>> {
  const { t } = useTranslation('history')
  const known = (text: string) => <bdi>{deviceName(text) ?? t('logins.unknown')}</bdi>
  return {
    at: {
      key: 'at',
      label: t('logins.at'),
      cell: ({ loginRequestedDateTime }) => <DateText at={loginRequestedDateTime} />,
    },
    result: {
      key: 'result',
      label: t('logins.result'),
      cell: ({ isSuccessful }) => (
        <chakra.span color={isSuccessful ? 'buy' : 'sell'} fontWeight="semibold">
          {isSuccessful ? t('logins.ok') : t('logins.failed')}
        </chakra.span>
      ),
    },
    ip: { key: 'ip', label: t('logins.ip'), cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    device: {
      key: 'device',
      label: t('logins.device'),
      cell: ({ deviceType }) => <DeviceCell type={deviceType} />,
    },
    system: { key: 'system', label: t('logins.system'), cell: ({ osType }) => known(osType) },
    browser: { key: 'browser', label: t('logins.browser'), cell: ({ browser }) => known(browser) },
  }
}
