import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrderColumns } from '#client/entities/order/use-order-columns.tsx'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { Card } from '#client/ui/card.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { getUserStatement } from '#contract/operations-statement.ts'
import { getUserTickets } from '#contract/operations-user-history.ts'
import { useMay } from './allowed.tsx'
import { ConsoleList } from './console-list.tsx'
import {
  customerDepositsQuery,
  customerOrdersQuery,
  customerTicketsQuery,
  customerTradesQuery,
} from './customer.queries.ts'
import { useDepositColumns, useTicketColumns } from './customer-columns.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { StatementTab } from './statement-tab.tsx'

const TABS = ['deposits', 'orders', 'trades', 'statement', 'tickets', 'notes'] as const
type Tab = (typeof TABS)[number]

/** A customer's history in tabs, each loaded when it is opened, and the notes of operators. */
export function CustomerRecords({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const may = useMay()
  const [tab, setTab] = useState<Tab>('deposits')
  const panel = useId()
  const needs = { tickets: getUserTickets, statement: getUserStatement } as const
  const tabs = TABS.filter((each) => (each === 'tickets' || each === 'statement' ? may(needs[each]) : true))
  return (
    <Card>
      <Segmented
        as="tabs"
        look="underline"
        panelId={panel}
        label={t('tabs.label')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        onChange={setTab}
      />
      <div id={panel} role="tabpanel" aria-label={t(`tabs.${tab}`)}>
        {tab === 'deposits' && <Deposits id={id} />}
        {tab === 'orders' && <Orders id={id} />}
        {tab === 'trades' && <Trades id={id} />}
        {tab === 'statement' && <StatementTab id={id} />}
        {tab === 'tickets' && <Tickets id={id} />}
        {tab === 'notes' && <CustomerNotes id={id} />}
      </div>
    </Card>
  )
}

const idOf = ({ id }: { id: string }) => id

function Deposits({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const columns = useDepositColumns()
  return (
    <ConsoleList pages={useInfiniteQuery(customerDepositsQuery(id))} empty={<None list="deposits" />}>
      {(rows) => <DataTable caption={t('tabs.deposits')} rows={rows} keyOf={idOf} columns={columns} dense />}
    </ConsoleList>
  )
}

function Orders({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const { number, type, pair, price, amount, executed, status, at } = useOrderColumns(undefined)
  const columns = [number, type, pair, price, amount, executed, status, at]
  return (
    <ConsoleList pages={useInfiniteQuery(customerOrdersQuery(id))} empty={<None list="orders" />}>
      {(rows) => <DataTable caption={t('tabs.orders')} rows={rows} keyOf={idOf} columns={columns} dense />}
    </ConsoleList>
  )
}

function Trades({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const { columns } = useTradeColumns()
  return (
    <ConsoleList pages={useInfiniteQuery(customerTradesQuery(id))} empty={<None list="trades" />}>
      {(rows) => <DataTable caption={t('tabs.trades')} rows={rows} keyOf={idOf} columns={columns} dense />}
    </ConsoleList>
  )
}

function Tickets({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const columns = useTicketColumns()
  return (
    <ConsoleList pages={useInfiniteQuery(customerTicketsQuery(id))} empty={<None list="tickets" />}>
      {(rows) => <DataTable caption={t('tabs.tickets')} rows={rows} keyOf={idOf} columns={columns} dense />}
    </ConsoleList>
  )
}

function None({ list }: { list: Tab }) {
  const { t } = useTranslation('customers')
  return <EmptyState title={t(`none.${list}`)} />
}
