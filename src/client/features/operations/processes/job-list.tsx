import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type RowLines, RowList } from '#client/ui/row-list.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { useWide } from '#client/ui/use-wide.ts'
import { countJobs } from '#domain/processes.ts'
import { Host, Note, Summary } from './process-columns.tsx'
import { type JobRow, useAgo, useArrangedJobs, useCount, useJobCounts, useJobName, useLength } from './process-words.ts'

/** The last runs of all jobs at the time of the answer, those in trouble first. */
export function JobList({ jobs, now }: { jobs: readonly JobRow[]; now: string }) {
  const { t } = useTranslation('processes')
  const columns = useJobColumns(now)
  const rows = useArrangedJobs(jobs)
  const nameOf = useJobName()
  const countsText = useJobCounts()
  const lines: RowLines<JobRow> = {
    what: ({ name }) => nameOf(name),
    amount: (job) => <State job={job} />,
    when: (job) => (
      <>
        {t(isContinuous(job) ? 'jobs.alive' : 'jobs.succeeded')}: <Success job={job} now={now} />
      </>
    ),
    result: (job) => <Failure job={job} />,
  }
  if (jobs.length === 0) return <EmptyState title={t('jobs.none')} />
  const counts = countJobs(jobs)
  return (
    <>
      <Summary isWell={counts.fine === jobs.length}>
        {countsText(counts, { saysZero: ['fine', 'late', 'failing'] })}
      </Summary>
      <RowList caption={t('jobs.title')} rows={rows} keyOf={({ name }) => name} columns={columns} lines={lines} />
    </>
  )
}

/** Whether it runs without an end, and does so now. */
const isContinuous = ({ lasts, isRunning }: JobRow) => lasts && isRunning

const ageOf = (at: string, now: string) => Math.max(0, Date.parse(now) - Date.parse(at))

/** A wide table has a column for what the lines of a phone's row say already. */
function useJobColumns(now: string): readonly Column<JobRow>[] {
  const { t } = useTranslation('processes')
  const nameOf = useJobName()
  const isWide = useWide()
  const named: Column<JobRow>[] = [
    {
      key: 'job',
      label: t('jobs.job'),
      cell: (job) => (
        <>
          {nameOf(job.name)}
          <Note>
            <Interval job={job} />
          </Note>
        </>
      ),
    },
    { key: 'state', label: t('state'), cell: (job) => <State job={job} /> },
  ]
  return [
    ...(isWide
      ? named
      : [{ key: 'interval', label: t('jobs.interval'), cell: (job: JobRow) => <Interval job={job} /> }]),
    { key: 'holder', label: t('jobs.holder'), cell: (job) => <Holder job={job} /> },
    {
      key: 'succeeded',
      label: t('jobs.succeeded'),
      cell: (job) => (
        <>
          {isWide ? <Success job={job} now={now} /> : <At at={job.succeededAt} />}
          {isContinuous(job) && <Note>{t('jobs.alive')}</Note>}
        </>
      ),
    },
    { key: 'duration', label: t('jobs.duration'), figure: true, cell: (job) => <Duration job={job} now={now} /> },
    { key: 'failure', label: t('jobs.failure'), cell: (job) => <Failure job={job} detailed /> },
  ]
}

function Interval({ job: { everyMs, lasts } }: { job: JobRow }) {
  const { t } = useTranslation('processes')
  const length = useLength()
  return lasts ? t('jobs.continuous') : t('jobs.every', { time: length(everyMs) })
}

function State({ job: { trouble } }: { job: JobRow }) {
  const { t } = useTranslation('processes')
  return (
    <chakra.span
      fontWeight="semibold"
      color={trouble === null ? 'buy' : trouble === 'WAITING' ? 'gold' : 'sell'}
      overflowWrap="anywhere"
    >
      {trouble === null ? t('jobs.good') : t(`jobs.trouble.${trouble}`)}
    </chakra.span>
  )
}

/** How long ago the last success was. The exact time is its tooltip, and in the opened row of a phone. */
function Success({ job: { succeededAt }, now }: { job: JobRow; now: string }) {
  const ago = useAgo()
  const language = useLanguage()
  if (succeededAt === null) return <At at={null} />
  return (
    <chakra.time
      dateTime={succeededAt}
      title={showDate(new Date(succeededAt), language, 'date-time')}
      whiteSpace="nowrap"
      unicodeBidi="isolate"
    >
      {ago(ageOf(succeededAt, now))}
    </chakra.time>
  )
}

export function At({ at }: { at: string | null }) {
  const { t } = useTranslation('processes')
  return at === null ? t('jobs.never') : <DateText at={at} />
}

/** A run without an end has taken the time since its beginning; another, that of the last success. */
function Duration({ job, now }: { job: JobRow; now: string }) {
  const { t } = useTranslation('processes')
  const length = useLength()
  const { beganAt, durationMs } = job
  if (isContinuous(job) && beganAt !== null) return t('jobs.soFar', { time: length(ageOf(beganAt, now)) })
  return durationMs === null ? '–' : length(durationMs)
}

/** Of a job of each process, the one that has most trouble with it. */
function Holder({ job }: { job: JobRow }) {
  const { t } = useTranslation('processes')
  const { inEach, holder, trouble, isRunning, beganAt } = job
  return (
    <>
      {inEach && trouble === null ? t('jobs.each') : holder === null ? t('jobs.nowhere') : t(`role.${holder.role}`)}
      {holder !== null && !(inEach && trouble === null) && (
        <Note>
          <Host>{holder.host}</Host>
        </Note>
      )}
      {isRunning && !isContinuous(job) && beganAt !== null && (
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
