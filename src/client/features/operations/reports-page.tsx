import { chakra } from '@chakra-ui/react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  exportReport,
  getLedgerBalances,
  proposeLiabilities,
  REPORTS,
  type Report,
} from '#contract/operations-reports.ts'
import { TOMAN } from '#domain/coin.ts'
import { ActSheet } from './act-sheet.tsx'
import { type DaySpan, DaySpanFields, dayInTehran } from './day-field.tsx'
import { ExportSheet } from './export-sheet.tsx'
import { consoleQuery, contentOf } from './operator.queries.ts'

/** Exports for spreadsheets, each recorded in the audit log, and the balances of the ledger. */
export function ReportsPage() {
  const { t } = useTranslation('desk')
  const [asked, setAsked] = useState<Report | undefined>()
  return (
    <>
      <PageHeading title={t('room.reports')} text={t('reports.text')} />
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        }}
      >
        {REPORTS.map((report) => (
          <Section
            key={report}
            title={t(`reports.${report}.name`)}
            note={t(`reports.${report}.text`)}
            aside={
              <Button size="sm" variant="quiet" data-row="" onClick={() => setAsked(report)}>
                {t('reports.action')}
              </Button>
            }
          >
            {null}
          </Section>
        ))}
        <LiabilitiesSection />
      </chakra.div>
      <chakra.div marginTop="4">
        <LedgerBalances />
      </chakra.div>
      {asked && <ReportSheet report={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** A statement of liabilities beside that of the day, which another operator approves. */
function LiabilitiesSection() {
  const { t } = useTranslation('desk')
  const [asked, setAsked] = useState(false)
  return (
    <Section
      title={t('reports.liabilities.name')}
      note={t('reports.liabilities.text')}
      aside={
        <Button size="sm" variant="quiet" onClick={() => setAsked(true)}>
          {t('reports.liabilities.action')}
        </Button>
      }
    >
      {asked && (
        <ActSheet
          title={t('reports.liabilities.name')}
          text={t('reports.liabilities.text')}
          yes={t('reports.liabilities.yes')}
          done={t('reports.liabilities.done')}
          proposes={{ kind: 'PUBLISH_LIABILITIES' }}
          act={(reason) => callApi(proposeLiabilities, { body: { reason } })}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  )
}

function ReportSheet({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <ExportSheet
      title={t(`reports.${report}.name`)}
      name={report}
      make={(body) => callApi(exportReport, { params: { report }, body })}
      onClose={onClose}
    />
  )
}

type Balance = Reply<typeof getLedgerBalances>['content'][number]
type Moment = keyof Balance['available']

const balancesQuery = ({ from, to }: DaySpan, language: string) => {
  const asked = consoleQuery(getLedgerBalances, { query: { from, to } })
  return queryOptions({
    ...asked,
    // The key has the language, since the server names the accounts in it.
    queryKey: [...asked.queryKey, language],
    select: contentOf,
    enabled: from !== '' && to !== '',
    placeholderData: keepPreviousData,
  })
}

/** The balances of each account of the exchange, and of all customers together, before and after some days, for one coin. */
export function LedgerBalances() {
  const { t } = useTranslation('desk')
  const { nameOf } = useCoins()
  const [span, setSpan] = useState(() => ({ from: dayInTehran(), to: dayInTehran() }))
  const [chosen, setChosen] = useState<string>(TOMAN)
  const query = useQuery(balancesQuery(span, useLanguage()))
  const coins = [...new Set((query.data ?? []).map(({ coin }) => coin))]
  const shown = coins.includes(chosen) ? chosen : coins[0]
  return (
    <Section title={t('reports.balances.title')} note={t('reports.balances.text')}>
      <chakra.div
        display="grid"
        gap="3"
        alignItems="end"
        marginBottom="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        <DaySpanFields span={span} onChange={setSpan} />
        {shown && (
          <SelectField
            label={t('reports.balances.coin')}
            value={shown}
            options={coins.map((coin) => ({ value: coin, label: nameOf(coin) }))}
            onChange={setChosen}
          />
        )}
      </chakra.div>
      {query.error ? (
        <RefusalNotice error={query.error} />
      ) : (
        <QueryView query={query} data={query.data?.filter(({ coin }) => coin === shown)} rows={4}>
          {(rows) => <BalancesTable rows={rows} />}
        </QueryView>
      )}
    </Section>
  )
}

function BalancesTable({ rows }: { rows: readonly Balance[] }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const columns: readonly Column<Balance>[] = [
    {
      key: 'account',
      label: t('reports.balances.account'),
      cell: ({ account }) => <bdi>{showDigits(account, language)}</bdi>,
    },
    ...(['opening', 'change', 'closing'] as const).map((moment) => ({
      key: moment,
      label: t(`reports.balances.${moment}`),
      figure: true,
      // Sources have thirteen digits and more: two side by side do not fit on a phone.
      wide: true,
      cell: (row: Balance) => <Parts row={row} moment={moment} />,
    })),
  ]
  if (rows.length === 0) return <EmptyState title={t('reports.balances.none')} />
  return (
    <DataTable
      caption={t('reports.balances.title')}
      rows={rows}
      keyOf={({ coin, account }) => `${coin} ${account}`}
      columns={columns}
      dense
    />
  )
}

/** The available balance and, below it, the blocked one if there is any. */
function Parts({ row: { coin, available, blocked }, moment }: { row: Balance; moment: Moment }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  return (
    <>
      <DecimalText value={available[moment]} unit={unitOf(coin)} />
      {blocked[moment] !== '0' && (
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {t('reports.balances.blocked')}: <DecimalText value={blocked[moment]} unit={unitOf(coin)} />
        </chakra.span>
      )}
    </>
  )
}
