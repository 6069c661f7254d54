import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useOrderColumns } from '#client/entities/order/use-order-columns.tsx'
import { useTradeColumns } from '#client/entities/order/use-trade-columns.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Form } from '#client/ui/form.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getUserStatement } from '#contract/operations-statement.ts'
import {
  addUserNote,
  getUserDeposits,
  getUserNotes,
  getUserOrders,
  getUserTickets,
  getUserTrades,
  NOTE_LENGTH_MAX,
} from '#contract/operations-user-history.ts'
import { Allowed, useMay } from './allowed.tsx'
import { ConsoleList } from './console-list.tsx'
import { CustomerWithdrawals } from './customer-withdrawals.tsx'
import { userDeliveriesQuery } from './deliveries/deliveries.queries.ts'
import { useDeliveryColumns } from './deliveries/delivery-columns.tsx'
import { Digits } from './names.tsx'
import { consolePages } from './operator.queries.ts'
import { StatementTab } from './statement-tab.tsx'

const TABS = ['deposits', 'withdrawals', 'deliveries', 'orders', 'trades', 'statement', 'tickets', 'notes'] as const
type Tab = (typeof TABS)[number]

/** A customer's history in tabs, each loaded when it is opened, and the notes of operators. */
export function CustomerRecords({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const may = useMay()
  const [tab, setTab] = useState<Tab>('deposits')
  const needs = { tickets: getUserTickets, statement: getUserStatement } as const
  const tabs = TABS.filter((each) => (each === 'tickets' || each === 'statement' ? may(needs[each]) : true))
  return (
    <Card>
      <Tabs
        label={t('tabs.label')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        onChange={setTab}
      >
        {tab === 'deposits' && <Deposits id={id} />}
        {tab === 'withdrawals' && <CustomerWithdrawals id={id} />}
        {tab === 'deliveries' && <Deliveries id={id} />}
        {tab === 'orders' && <Orders id={id} />}
        {tab === 'trades' && <Trades id={id} />}
        {tab === 'statement' && <StatementTab id={id} />}
        {tab === 'tickets' && <Tickets id={id} />}
        {tab === 'notes' && <CustomerNotes id={id} />}
      </Tabs>
    </Card>
  )
}

const idOf = ({ id }: { id: string }) => id

function Deposits({ id }: { id: string }) {
  return <Records list="deposits" pages={useInfiniteQuery(depositsQuery(id))} columns={useDepositColumns()} />
}

function Deliveries({ id }: { id: string }) {
  const { at, weight, place, state } = useDeliveryColumns()
  return (
    <Records list="deliveries" pages={useInfiniteQuery(userDeliveriesQuery(id))} columns={[at, weight, place, state]} />
  )
}

function Orders({ id }: { id: string }) {
  const { number, type, pair, price, amount, executed, status, at } = useOrderColumns(undefined)
  const columns = [number, type, pair, price, amount, executed, status, at]
  return <Records list="orders" pages={useInfiniteQuery(ordersQuery(id))} columns={columns} />
}

function Trades({ id }: { id: string }) {
  const { columns } = useTradeColumns()
  return <Records list="trades" pages={useInfiniteQuery(tradesQuery(id))} columns={columns} />
}

function Tickets({ id }: { id: string }) {
  return <Records list="tickets" pages={useInfiniteQuery(ticketsQuery(id))} columns={useTicketColumns()} />
}

type RecordsProps<Row> = Pick<ComponentProps<typeof ConsoleList<Row>>, 'pages'> & {
  list: Tab
  columns: readonly Column<Row>[]
}

function Records<Row extends { readonly id: string }>({ list, pages, columns }: RecordsProps<Row>) {
  const { t } = useTranslation('customers')
  return (
    <ConsoleList pages={pages} empty={<EmptyState title={t(`none.${list}`)} />}>
      {(rows) => <DataTable caption={t(`tabs.${list}`)} rows={rows} keyOf={idOf} columns={columns} dense />}
    </ConsoleList>
  )
}

/** A customer's deposits; the status includes the reason if an operator must examine one. */
function useDepositColumns(): readonly Column<CustomerDeposit>[] {
  const language = useLanguage()
  const { t } = useTranslation('customers')
  const { unitOf } = useCoins()
  return [
    { key: 'number', label: t('deposit.number'), cell: ({ id }) => <Digits text={id} /> },
    {
      key: 'amount',
      label: t('deposit.amount'),
      figure: true,
      cell: ({ amount, relatedCoin }) => <DecimalText value={amount} unit={unitOf(relatedCoin)} />,
    },
    {
      key: 'status',
      label: t('deposit.status'),
      wide: true,
      cell: ({ transactionStatus, fault, payBack, unpaid }) => (
        <>
          {unpaid ? t(`deposit.unpaid.${unpaid}`) : t(`deposit.${transactionStatus}`)}
          {fault && (
            <chakra.span display="block" color={payBack === 'DONE' ? 'fg.muted' : 'sell'}>
              {t(`deposit.fault.${fault}`)}
              {payBack && ` · ${t(`deposit.payBack.${payBack}`)}`}
            </chakra.span>
          )}
        </>
      ),
    },
    {
      key: 'card',
      label: t('deposit.card'),
      cell: ({ bankAccount }) => (bankAccount ? showCard(bankAccount, language) : '–'),
    },
    {
      key: 'gateway',
      label: t('deposit.gateway'),
      cell: ({ paymentGateway }) => t(`deposit.gateways.${paymentGateway}`),
    },
    { key: 'reference', label: t('deposit.reference'), cell: ({ link }) => (link ? <Digits text={link} /> : '–') },
    { key: 'at', label: t('deposit.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}

function useTicketColumns(): readonly Column<CustomerTicket>[] {
  const { t } = useTranslation('tickets')
  return [
    {
      key: 'subject',
      label: t('column.subject'),
      wide: true,
      cell: ({ id, subject }) => (
        <PlainLink to="/operations/tickets/$ticketId" params={{ ticketId: id }}>
          <bdi>{subject}</bdi>
        </PlainLink>
      ),
    },
    { key: 'type', label: t('type.label'), cell: ({ type }) => t(`type.${type}`) },
    {
      key: 'status',
      label: t('status.label'),
      cell: ({ status, closed }) => t(closed ? 'status.closed' : `status.${status}`),
    },
    { key: 'at', label: t('column.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}

const LENGTH_MIN = 3

/** Operators' notes about a customer, newest first, with a form for a new one. */
function CustomerNotes({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const pages = useInfiniteQuery(notesQuery(id))
  return (
    <>
      <Allowed to={addUserNote}>
        <NoteForm id={id} />
      </Allowed>
      <ConsoleList pages={pages} empty={<EmptyState title={t('none.notes')} />}>
        {(notes) => (
          <chakra.ul listStyleType="none" display="grid" gap="3">
            {notes.map((note) => (
              <chakra.li key={note.id} borderTopWidth="1px" borderColor="line" paddingTop="3">
                <chakra.p fontSize="xs" color="fg.muted">
                  <bdi>{note.by}</bdi> · <DateText at={note.at} />
                </chakra.p>
                <chakra.p dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {note.text}
                </chakra.p>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </ConsoleList>
    </>
  )
}

function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const sentenceOf = useSentenceOf()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const add = useAddNote(id)
  const isShort = text.trim().length < LENGTH_MIN
  const send = () => {
    setChecked(true)
    if (isShort) return
    add.mutate(text, {
      onSuccess: () => {
        setText('')
        setChecked(false)
        showToast({ tone: 'success', title: t('note.added') })
      },
    })
  }
  return (
    <Form onSubmit={send}>
      <TextAreaField
        label={t('note.label')}
        hint={t('note.hint')}
        name="note"
        isMessage
        maxLength={NOTE_LENGTH_MAX}
        value={text}
        onChange={setText}
        problem={add.isError ? sentenceOf(add.error) : checked && isShort ? t('note.short') : undefined}
      />
      <chakra.div>
        <Button type="submit" variant="quiet" loading={add.isPending}>
          {t('note.add')}
        </Button>
      </chakra.div>
    </Form>
  )
}

type CustomerDeposit = Reply<typeof getUserDeposits>['content'][number]
type CustomerTicket = Reply<typeof getUserTickets>['content'][number]

const depositsQuery = (id: string) => consolePages(getUserDeposits, (before) => ({ params: { id }, query: { before } }))

const ordersQuery = (id: string) => consolePages(getUserOrders, (before) => ({ params: { id }, query: { before } }))

const tradesQuery = (id: string) => consolePages(getUserTrades, (before) => ({ params: { id }, query: { before } }))

const ticketsQuery = (id: string) => consolePages(getUserTickets, (before) => ({ params: { id }, query: { before } }))

const notesQuery = (id: string) => consolePages(getUserNotes, (before) => ({ params: { id }, query: { before } }))

function useAddNote(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => callApi(addUserNote, { params: { id }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: notesQuery(id).queryKey }),
  })
}
