import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { type RowLines, RowList } from '#client/ui/row-list.tsx'
import type { Overview } from '../overview.queries.ts'
import { Host, Note } from './process-columns.tsx'
import { type JobRow, useCount, useJobName, useLength } from './process-words.ts'

/** The last runs of all jobs, those in trouble first. */
export function JobList({ jobs }: { jobs: readonly JobRow[] }) {
  const { t } = useTranslation('processes')
  const columns = useJobColumns()
  const nameOf = useJobName()
  const lines: RowLines<JobRow> = {
    what: ({ name }) => nameOf(name),
    amount: (job) => <State job={job} />,
    when: ({ succeededAt }) => <At at={succeededAt} />,
    result: (job) => <Failure job={job} />,
  }
  if (jobs.length === 0) return <EmptyState title={t('jobs.none')} />
  return <RowList caption={t('jobs.title')} rows={jobs} keyOf={({ name }) => name} columns={columns} lines={lines} />
}

function useJobColumns(): readonly Column<JobRow>[] {
  const { t } = useTranslation('processes')
  const nameOf = useJobName()
  const length = useLength()
  return [
    {
      key: 'job',
      label: t('jobs.job'),
      cell: ({ name, everyMs }) => (
        <>
          {nameOf(name)}
          <Note>{t('jobs.every', { time: length(everyMs) })}</Note>
        </>
      ),
    },
    { key: 'state', label: t('state'), cell: (job) => <State job={job} /> },
    { key: 'holder', label: t('jobs.holder'), cell: (job) => <Holder job={job} /> },
    { key: 'succeeded', label: t('jobs.succeeded'), cell: ({ succeededAt }) => <At at={succeededAt} /> },
    {
      key: 'duration',
      label: t('jobs.duration'),
      figure: true,
      cell: ({ durationMs }) => (durationMs === null ? '–' : length(durationMs)),
    },
    { key: 'failure', label: t('jobs.failure'), cell: (job) => <Failure job={job} detailed /> },
  ]
}

function State({ job: { trouble } }: { job: JobRow }) {
  const { t } = useTranslation('processes')
  return (
    <chakra.span fontWeight="semibold" color={trouble === null ? 'buy' : 'sell'}>
      {trouble === null ? t('jobs.good') : t(`jobs.trouble.${trouble}`)}
    </chakra.span>
  )
}

function At({ at }: { at: string | null }) {
  const { t } = useTranslation('processes')
  return at === null ? t('jobs.never') : <DateText at={at} />
}

/** Of a job of each process, the one that has most trouble with it. */
function Holder({ job: { inEach, holder, trouble, isRunning, beganAt } }: { job: JobRow }) {
  const { t } = useTranslation('processes')
  return (
    <>
      {inEach && trouble === null ? t('jobs.each') : holder === null ? t('jobs.nowhere') : t(`role.${holder.role}`)}
      {holder !== null && !(inEach && trouble === null) && (
        <Note>
          <Host>{holder.host}</Host>
        </Note>
      )}
      {isRunning && beganAt !== null && (
        <Note>
          {t('jobs.runs')} <DateText at={beganAt} style="time" />
        </Note>
      )}
    </>
  )
}

function Failure({ job: { failure, failures, failedAt }, detailed = false }: { job: JobRow; detailed?: boolean }) {
  const { t } = useTranslation('processes')
  const count = useCount()
  if (failure === null || failedAt === null) return detailed ? '–' : null
  return (
    <>
      <bdi>{failure}</bdi>
      {failures > 0 && <Note color="sell">{t('jobs.failures', { n: count(failures) })}</Note>}
      {detailed && (
        <Note>
          <DateText at={failedAt} />
        </Note>
      )}
    </>
  )
}

/** So many lines leave the rest of the first page in sight. */
const LINES_MAX = 5

/** Jobs that are late or fail, for the first page: the gravest, with a link to all. */
export function TroubledJobs({ jobs }: { jobs: Overview['health']['jobs'] }) {
  const { t } = useTranslation('processes')
  const nameOf = useJobName()
  const count = useCount()
  return (
    <PlainLink to="/operations/processes" color="gold">
      <ul>
        {jobs.slice(0, LINES_MAX).map(({ name, trouble, failures, failure, succeededAt }) => (
          <li key={name}>
            {trouble === 'LATE'
              ? t('jobs.late', { name: nameOf(name) })
              : t('jobs.failing', { name: nameOf(name), n: count(failures), failure: failure ?? '–' })}{' '}
            <At at={succeededAt} />
          </li>
        ))}
        {jobs.length > LINES_MAX && <li>{t('jobs.more', { n: count(jobs.length - LINES_MAX) })}</li>}
      </ul>
    </PlainLink>
  )
}
