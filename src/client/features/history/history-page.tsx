import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import OrderSheet from '#client/entities/order/order-sheet.tsx'
import { orderPagesQuery, type Trade, tradePagesQuery } from '#client/entities/order/orders.queries.ts'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { CoinDepositHistory, CoinWithdrawalHistory } from './coin-history.tsx'
import { DeliveryHistory } from './delivery-history.tsx'
import { DepositHistory } from './deposit-history.tsx'
import { EndedOrders, NoOrders } from './ended-orders.tsx'
import { FilteredList } from './filtered-list.tsx'
import { type FilteredProps, HISTORY_TABS, type HistoryTab, orderQueryOf, tradeQueryOf } from './history-filter.ts'
import { LoginHistory } from './login-history.tsx'
import { ReceivedHistory } from './received-history.tsx'
import { WithdrawalHistory } from './withdrawal-history.tsx'

const PANELS = {
  trades: TradeHistory,
  orders: OrderHistory,
  deposits: DepositHistory,
  withdrawals: WithdrawalHistory,
  coinDeposits: CoinDepositHistory,
  coinWithdrawals: CoinWithdrawalHistory,
  received: ReceivedHistory,
  deliveries: DeliveryHistory,
  logins: LoginHistory,
}

/** The tabs on the screen. */
const TABS = HISTORY_TABS.filter((tab) => tab !== 'withdrawals' && tab !== 'coinWithdrawals')

/** The two lists that share a tab, the first of which names it. */
const PAIRS = [
  ['deposits', 'withdrawals'],
  ['coinDeposits', 'coinWithdrawals'],
] as const

interface HistoryPageProps extends Partial<FilteredProps> {
  readonly tab: HistoryTab
  readonly onTab: (tab: HistoryTab) => void
  /** The order that is open in a sheet. */
  readonly orderId?: number | undefined
  readonly onCloseOrder?: () => void
}

const nothing = () => undefined

/** The history of the account. The URL holds the tab, the filter and the open order. */
export function HistoryPage({
  tab,
  onTab,
  filter = {},
  onFilter = nothing,
  orderId,
  onCloseOrder = nothing,
}: HistoryPageProps) {
  const { t } = useTranslation('history')
  const panelId = useId()
  const Panel = PANELS[tab]
  const pair = PAIRS.find((lists) => lists.some((list) => list === tab))
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
          value={pair ? pair[0] : tab}
          options={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          onChange={onTab}
        />
        <chakra.div role="tabpanel" id={panelId} paddingTop="3">
          {pair && (
            <chakra.div paddingBottom="3">
              <Segmented<HistoryTab>
                label={t(`tabs.${pair[0]}`)}
                value={tab}
                options={pair.map((value, place) => ({
                  value,
                  label: t(`toman.${place === 0 ? 'deposits' : 'withdrawals'}`),
                }))}
                onChange={onTab}
              />
            </chakra.div>
          )}
          <Panel filter={filter} onFilter={onFilter} />
        </chakra.div>
      </Card>
      {orderId !== undefined && <OrderSheet key={orderId} id={String(orderId)} onClose={onCloseOrder} inAddress />}
    </chakra.div>
  )
}

/** Every trade of the user: on the book and by quick trade. */
function TradeHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(tradePagesQuery(tradeQueryOf(props.filter)))
  const { columns, lines } = useTradeColumns()
  return (
    <FilteredList tab="trades" pages={pages} empty={<NoTrades />} {...props}>
      {(rows) => <RowList caption={t('tabs.trades')} rows={rows} keyOf={idOf} columns={columns} lines={lines} />}
    </FilteredList>
  )
}

const idOf = ({ id }: Trade) => id

/** All closed orders of the user, in all markets. */
function OrderHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(orderPagesQuery(orderQueryOf(props.filter)))
  return (
    <FilteredList tab="orders" pages={pages} empty={<NoOrders />} {...props}>
      {(rows) => <EndedOrders caption={t('tabs.orders')} orders={rows} />}
    </FilteredList>
  )
}

function NoTrades() {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<ArrowLeftRight size={24} />}
      title={t('trades.empty.title')}
      text={t('trades.empty.text')}
      action={
        <ButtonLink to="/profile/otc" variant="quiet">
          {t('trades.empty.action')}
        </ButtonLink>
      }
    />
  )
}
