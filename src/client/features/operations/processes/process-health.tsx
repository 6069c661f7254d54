import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#client/ui/link.tsx'
import type { Overview } from '../overview.queries.ts'
import { At } from './job-list.tsx'
import { useCount, useJobCounts, useJobName, useProcessCounts } from './process-words.ts'

type Health = Overview['health']

/** How many processes run, for the first page, with a link to all. */
export function ProcessesHealth({ processes }: Pick<Health, 'processes'>) {
  const countsText = useProcessCounts()
  return <PageLink isWell={processes.gone === 0} text={countsText(processes)} />
}

/** How many jobs are well, with a link to all, and the gravest of those that are late or fail. */
export function JobsHealth({ jobs, jobCounts }: Pick<Health, 'jobs' | 'jobCounts'>) {
  const countsText = useJobCounts()
  const isWell = jobCounts.waiting === 0 && jobs.length === 0
  return (
    <>
      <PageLink isWell={isWell} text={countsText(jobCounts)} />
      {jobs.length > 0 && <TroubledJobs jobs={jobs} />}
    </>
  )
}

function PageLink({ isWell, text }: { isWell: boolean; text: string }) {
  return (
    <TextLink to="/operations/processes" color={isWell ? 'fg' : 'gold'}>
      {text}
    </TextLink>
  )
}

/** So many lines leave the rest of the first page in sight. */
const LINES_MAX = 5

function TroubledJobs({ jobs }: Pick<Health, 'jobs'>) {
  const { t } = useTranslation('processes')
  const nameOf = useJobName()
  const count = useCount()
  return (
    <chakra.ul color="gold">
      {jobs.slice(0, LINES_MAX).map(({ name, trouble, failures, failure, succeededAt }) => (
        <li key={name}>
          {trouble === 'LATE'
            ? t('jobs.late', { name: nameOf(name) })
            : t('jobs.failing', { name: nameOf(name), n: count(failures), failure: failure ?? '–' })}{' '}
          <At at={succeededAt} />
        </li>
      ))}
      {jobs.length > LINES_MAX && <li>{t('jobs.more', { n: count(jobs.length - LINES_MAX) })}</li>}
    </chakra.ul>
  )
}
