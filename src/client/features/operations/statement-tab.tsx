import { chakra } from '@chakra-ui/react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { exportUserStatement, getUserStatement } from '#contract/operations-statement.ts'
import { ConsoleList } from './console-list.tsx'
import { type DaySpan, DaySpanFields, dayInTehran } from './day-field.tsx'
import { ExportSheet } from './export-sheet.tsx'
import { consolePages } from './operator.queries.ts'

type Page = Reply<typeof getUserStatement>
type Movement = Page['content'][number]
type Totals = NonNullable<Page['baseDTO']>['opening']

interface Asked extends DaySpan {
  readonly id: string
}

const DAYS = 30

const statementQuery = ({ id, from, to }: Asked, language: string) => {
  const asked = consolePages(getUserStatement, (after) => ({ params: { id }, query: { from, to, after } }))
  return infiniteQueryOptions({
    ...asked,
    // The key has the language, since the server names the exchange's accounts in it.
    queryKey: [...asked.queryKey, language],
    enabled: from !== '' && to !== '',
    placeholderData: keepPreviousData,
  })
}

/** A customer's statement for some days: the opening balance, each movement and the closing balance; also as a file. */
export function StatementTab({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const { t: ofDesk } = useTranslation('desk')
  const [span, setSpan] = useState(() => ({ from: dayInTehran(DAYS - 1), to: dayInTehran() }))
  const [isExporting, setExporting] = useState(false)
  const pages = useInfiniteQuery(statementQuery({ id, ...span }, useLanguage()))
  const totals = pages.data?.pages[0]?.baseDTO
  const columns = useMovementColumns()
  return (
    <chakra.div display="grid" gap="4">
      <chakra.div
        display="grid"
        gap="3"
        alignItems="end"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' }}
      >
        <DaySpanFields span={span} onChange={setSpan} />
        <Button variant="quiet" onClick={() => setExporting(true)}>
          {ofDesk('reports.action')}
        </Button>
      </chakra.div>
      {pages.error ? (
        <RefusalNotice error={pages.error} />
      ) : (
        <>
          {totals && <TotalsTable opening={totals.opening} closing={totals.closing} />}
          <ConsoleList pages={pages} empty={<EmptyState title={t('none.statement')} />}>
            {(rows) => (
              <DataTable
                caption={t('statement.movements')}
                rows={rows}
                keyOf={({ entry, coin }) => `${entry} ${coin}`}
                columns={columns}
                dense
              />
            )}
          </ConsoleList>
        </>
      )}
      {isExporting && (
        <ExportSheet
          title={t('tabs.statement')}
          name={`statement-${id}`}
          days={span}
          make={(asked) => callApi(exportUserStatement, { params: { id }, body: asked })}
          onClose={() => setExporting(false)}
        />
      )}
    </chakra.div>
  )
}

/** By coin, the balance before the first day and after the last, with the blocked part if there is any. */
function TotalsTable({ opening, closing }: { opening: Totals; closing: Totals }) {
  const { t } = useTranslation('customers')
  const { nameOf, unitOf } = useCoins()
  const coins = [...new Set([...opening, ...closing].map(({ coin }) => coin))]
  if (coins.length === 0) return null
  const of = (totals: Totals, coin: string) => {
    const total = totals.find((each) => each.coin === coin)
    return (
      <>
        <DecimalText value={total?.available ?? '0'} unit={unitOf(coin)} />
        {total && total.blocked !== '0' && (
          <chakra.span display="block" fontSize="xs" color="fg.muted">
            {t('statement.blocked')}: <DecimalText value={total.blocked} unit={unitOf(coin)} />
          </chakra.span>
        )}
      </>
    )
  }
  return (
    <DataTable
      caption={t('statement.balances')}
      rows={coins.map((coin) => ({ coin }))}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('statement.coin'), cell: ({ coin }) => nameOf(coin) },
        { key: 'opening', label: t('statement.opening'), cell: ({ coin }) => of(opening, coin) },
        { key: 'closing', label: t('statement.closing'), cell: ({ coin }) => of(closing, coin) },
      ]}
      dense
    />
  )
}

function useMovementColumns(): readonly Column<Movement>[] {
  const { t } = useTranslation('customers')
  const { unitOf } = useCoins()
  const change = (value: string, coin: string) =>
    value === '0' ? '–' : <DecimalText value={value} unit={unitOf(coin)} />
  return [
    { key: 'at', label: t('deposit.at'), cell: ({ at }) => <DateText at={at} /> },
    {
      key: 'kind',
      label: t('statement.kind'),
      wide: true,
      cell: ({ kind, reference }) => (
        <>
          {t(`statement.kinds.${kind}`)}
          <chakra.span display="block" fontSize="xs" color="fg.muted">
            <bdi dir="ltr">{reference}</bdi>
          </chakra.span>
        </>
      ),
    },
    { key: 'available', label: t('statement.available'), cell: ({ available, coin }) => change(available, coin) },
    { key: 'blocked', label: t('statement.blocked'), cell: ({ blocked, coin }) => change(blocked, coin) },
    {
      key: 'counter',
      label: t('statement.counter'),
      cell: ({ counter }) =>
        counter.length === 0
          ? '–'
          : counter.map((name) => (
              <chakra.bdi key={name} display="block">
                {name}
              </chakra.bdi>
            )),
    },
  ]
}
