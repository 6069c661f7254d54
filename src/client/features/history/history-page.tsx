import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Trade, type TradeKind, tradePagesQuery } from '#client/entities/order/orders.queries.ts'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { Card } from '#client/ui/card.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { DepositHistory } from './deposit-history.tsx'
import { HISTORY_TABS, type HistoryTab } from './history-tab.ts'
import { LoginHistory } from './login-history.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderSheet } from './order-sheet.tsx'
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
