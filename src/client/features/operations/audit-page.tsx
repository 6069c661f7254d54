import { chakra } from '@chakra-ui/react'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useWide } from '#client/ui/use-wide.ts'
import { actorName, placeName } from '#contract/audit-text.ts'
import type { Reply } from '#contract/endpoint.ts'
import { exportAuditLog, getAuditFilters, getAuditLog, getAuditVerdict } from '#contract/operations-audit.ts'
import type { words as kindNames } from '#contract/words/fa/audit-kinds.ts'
import { AuditDetails } from './audit-details.tsx'
import { ConsoleList } from './console-list.tsx'
import { type DaySpan, DaySpanFields } from './day-field.tsx'
import { ExportSheet } from './export-sheet.tsx'
import { Digits } from './names.tsx'
import { answerOf, consolePages, consoleQuery } from './operator.queries.ts'

type AuditRow = Reply<typeof getAuditLog>['content'][number]

/** The filter in the URL; empty matches everything. */
export interface AuditFilter extends DaySpan {
  readonly userId: string
  readonly operatorId: string
  readonly kind: string
}

const ID_DIGITS = 15

const orNothing = (text: string) => (text === '' ? undefined : text)

const auditPagesQuery = ({ userId, operatorId, kind, from, to }: AuditFilter) =>
  infiniteQueryOptions({
    ...consolePages(getAuditLog, (before) => ({
      query: {
        before,
        userId: orNothing(userId),
        operatorId: orNothing(operatorId),
        kind: orNothing(kind),
        from: orNothing(from),
        to: orNothing(to),
      },
    })),
    placeholderData: keepPreviousData,
  })

const filtersQuery = () => queryOptions({ ...consoleQuery(getAuditFilters, {}), select: answerOf })

const verdictQuery = () => queryOptions({ ...consoleQuery(getAuditVerdict, {}), select: answerOf })

type AuditPageProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

/** All security events, newest first. */
export function AuditPage({ filter, onFilter }: AuditPageProps) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const pages = useInfiniteQuery(auditPagesQuery(filter))
  const columns = useColumns()
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <PageHeading
        title={t('audit.title')}
        text={t('audit.text')}
        aside={
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
            <Verdict />
            <Button size="sm" variant="quiet" onClick={() => setExporting(true)}>
              {ofDesk('reports.action')}
            </Button>
          </chakra.div>
        }
      />
      <Card>
        <Filters filter={filter} onChange={onFilter} />
        <ConsoleList pages={pages} empty={<EmptyState title={t('audit.empty')} />}>
          {(rows) => <DataTable caption={t('audit.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
      {exporting && <AuditExport filter={filter} onClose={() => setExporting(false)} />}
    </>
  )
}

/** Exports the filtered events of some days. */
function AuditExport({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const userId = orNothing(filter.userId)
  const operatorId = orNothing(filter.operatorId)
  const kind = orNothing(filter.kind)
  return (
    <ExportSheet
      title={t('audit.title')}
      name="audit"
      days={filter}
      make={(asked) => callApi(exportAuditLog, { body: { ...asked, userId, operatorId, kind } })}
      onClose={onClose}
    />
  )
}

/** Whether any entry of the log was changed or removed. */
function Verdict() {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const { data } = useQuery(verdictQuery())
  // The sentence stands there unseen while it is found out, so that nothing moves when it is said.
  const { events, fault } = data ?? { events: 1_000, fault: null }
  return (
    <chakra.p
      role="status"
      visibility={data ? 'visible' : 'hidden'}
      fontSize="sm"
      fontWeight="semibold"
      color={fault === null ? 'buy' : 'sell'}
    >
      {fault === null ? t('audit.whole', { events: showDigits(String(events), language) }) : t('audit.broken')}
      {fault !== null && <bdi dir="ltr"> {fault}</bdi>}
    </chakra.p>
  )
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const kindText = useKindText()
  const { data: known } = useQuery(filtersQuery())
  const all = { value: '', label: t('audit.all') }
  return (
    <chakra.div
      display="grid"
      gap="3"
      alignItems="end"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', xl: 'repeat(3, minmax(0, 1fr)) repeat(2, minmax(0, 1.6fr))' }}
    >
      <DigitsField
        label={t('user.id')}
        value={filter.userId}
        lengthMax={ID_DIGITS}
        onChange={(userId) => onChange({ ...filter, userId })}
      />
      <SelectField
        label={t('audit.operator')}
        value={filter.operatorId}
        options={[
          all,
          ...(known?.operators ?? []).map(({ id, name }) => ({ value: id, label: actorName(name, language) })),
        ]}
        onChange={(operatorId) => onChange({ ...filter, operatorId })}
      />
      <SelectField
        label={t('audit.kind')}
        value={filter.kind}
        options={[all, ...(known?.kinds ?? []).map((kind) => ({ value: kind, label: kindText(kind) }))]}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <DaySpanFields span={filter} onChange={onChange} />
    </chakra.div>
  )
}

/** The name of an event; one without a name is shown by its code. */
function useKindText(): (kind: string) => string {
  const { t, i18n } = useTranslation('auditKinds')
  const hasName = (kind: string): kind is keyof typeof kindNames => i18n.exists(`auditKinds:${kind}`)
  return (kind) => (hasName(kind) ? t(kind) : kind)
}

function useColumns(): readonly Column<AuditRow>[] {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const kindText = useKindText()
  // Two columns of a small phone have no room for seconds.
  const isWide = useWide()
  const { operators = [] } = useQuery(filtersQuery()).data ?? {}
  return [
    {
      key: 'at',
      label: t('user.at'),
      cell: ({ at }) => <DateText at={at} style={isWide ? 'date-seconds' : 'date-time'} />,
    },
    {
      key: 'kind',
      label: t('audit.kind'),
      cell: ({ kind }) => (
        <chakra.span fontWeight="semibold" title={kind}>
          {kindText(kind)}
        </chakra.span>
      ),
    },
    {
      key: 'user',
      label: t('audit.user'),
      cell: ({ user }) => {
        if (!user) return '–'
        const name = (
          <chakra.bdi overflowWrap="anywhere">
            {actorName(user.name, language) || <Digits text={user.mobileNumber || user.id} />}
          </chakra.bdi>
        )
        // An operator has no customer page.
        if (operators.some(({ id }) => id === user.id)) return name
        return (
          <PlainLink to="/operations/users/$userId" params={{ userId: user.id }} color="gold">
            {name}
          </PlainLink>
        )
      },
    },
    {
      key: 'operator',
      label: t('audit.operator'),
      cell: ({ operator }) => (operator ? <bdi>{actorName(operator.name, language)}</bdi> : '–'),
    },
    {
      key: 'ip',
      label: t('user.address'),
      cell: ({ ipAddress }) => placeName(ipAddress, language) ?? <bdi dir="ltr">{ipAddress}</bdi>,
    },
    {
      key: 'details',
      label: t('audit.details'),
      wide: true,
      cell: ({ details }) => <AuditDetails details={details} />,
    },
  ]
}

const route = getRouteApi('/operations/audit')

export function AuditRoute() {
  const { user = '', operator = '', kind = '', from = '', to = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AuditPage
      filter={{ userId: user, operatorId: operator, kind, from, to }}
      onFilter={(next) => {
        const search = {
          user: orNothing(next.userId),
          operator: orNothing(next.operatorId),
          kind: orNothing(next.kind),
          from: orNothing(next.from),
          to: orNothing(next.to),
        }
        void navigate({ search, replace: true, resetScroll: false })
      }}
    />
  )
}
