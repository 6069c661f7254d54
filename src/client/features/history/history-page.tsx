import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { DepositHistory } from './deposit-history.tsx'
import { HISTORY_TABS, type HistoryTab } from './history-tab.ts'
import { LoginHistory } from './login-history.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { TradeHistory } from './trade-history.tsx'

const PANELS = { trades: TradeHistory, orders: OrderHistory, deposits: DepositHistory, logins: LoginHistory }

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
