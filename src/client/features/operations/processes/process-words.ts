import { queryOptions } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getProcesses } from '#contract/operations-processes.ts'
import type { countJobs, JobTrouble } from '#domain/processes.ts'
import { useListText } from '../names.tsx'
import { answerOf, consoleQuery } from '../operator.queries.ts'

type Answer = Reply<typeof getProcesses>['baseDTO']
export type ProcessRow = Answer['processes'][number]
export type JobRow = Answer['jobs'][number]

const AGAIN_MS = 2_000

export const processesQuery = () =>
  queryOptions({ ...consoleQuery(getProcesses, {}), select: answerOf, refetchInterval: AGAIN_MS })

type JobKey = Extract<ParseKeys<'processes'>, `job.${string}`>

/** The name of a job in the language; one of another version may have none. */
export function useJobName(): (name: string) => string {
  const { t, i18n } = useTranslation('processes')
  const isKnown = (key: string): key is JobKey => i18n.exists(key, { ns: 'processes' })
  return (name) => {
    const key = `job.${name.replace(':', '')}`
    return isKnown(key) ? t(key) : name
  }
}

const RANK = { FAILING: 0, LATE: 1, WAITING: 2 } as const satisfies Record<JobTrouble, number>
const WELL = 3

/** Jobs by their trouble, then by their names in the language: each stays in its place while its figures change. */
export function useArrangedJobs(jobs: readonly JobRow[]): readonly JobRow[] {
  const nameOf = useJobName()
  const collator = new Intl.Collator(useLanguage())
  const rankOf = ({ trouble }: JobRow) => (trouble === null ? WELL : RANK[trouble])
  return jobs.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || collator.compare(nameOf(one.name), nameOf(other.name)),
  )
}

/** "4 running, 1 gone". */
export function useProcessCounts(): (counts: { readonly running: number; readonly gone: number }) => string {
  const { t } = useTranslation('processes')
  const listText = useListText()
  const count = useCount()
  return ({ running, gone }) =>
    listText([
      t('counts.running', { n: count(running) }),
      ...(gone === 0 ? [] : [t('counts.gone', { n: count(gone) })]),
    ])
}

type JobCounts = ReturnType<typeof countJobs>
const JOB_COUNTS = ['fine', 'waiting', 'late', 'failing'] as const satisfies readonly (keyof JobCounts)[]

/** "45 fine, 1 late". A count of zero is left out unless it is to be said. */
export function useJobCounts(): (
  counts: JobCounts,
  options?: { readonly saysZero: readonly (keyof JobCounts)[] },
) => string {
  const { t } = useTranslation('processes')
  const listText = useListText()
  const count = useCount()
  return (counts, { saysZero } = { saysZero: ['fine'] }) =>
    listText(
      JOB_COUNTS.filter((each) => counts[each] > 0 || saysZero.includes(each)).map((each) =>
        t(`counts.${each}`, { n: count(counts[each]) }),
      ),
    )
}

/** "3 s ago", "12 min ago", "5 h ago", "3 d ago". */
export function useAgo(): (ms: number) => string {
  const { t } = useTranslation('processes')
  const count = useCount()
  return (ms) => {
    if (ms < MINUTE_MS) return t('ago.seconds', { n: count(Math.floor(ms / SECOND_MS)) })
    if (ms < HOUR_MS) return t('ago.minutes', { n: count(Math.floor(ms / MINUTE_MS)) })
    if (ms < DAY_MS) return t('ago.hours', { n: count(Math.floor(ms / HOUR_MS)) })
    return t('ago.days', { n: count(Math.floor(ms / DAY_MS)) })
  }
}

/** A length of time in its greatest whole unit: "500 ms", "5 s", "1 h". */
export function useLength(): (ms: number) => string {
  const { t } = useTranslation('processes')
  const count = useCount()
  return (ms) => {
    if (ms < SECOND_MS) return t('ms', { n: count(ms) })
    if (ms < MINUTE_MS) return t('seconds', { n: count(Math.round(ms / SECOND_MS)) })
    if (ms < HOUR_MS) return t('minutes', { n: count(Math.round(ms / MINUTE_MS)) })
    if (ms < DAY_MS) return t('hours', { n: count(Math.round(ms / HOUR_MS)) })
    return t('days', { n: count(Math.round(ms / DAY_MS)) })
  }
}

/** A whole number in the digits of the language. */
export function useCount(): (count: number) => string {
  const language = useLanguage()
  return (value) => showDecimal(String(value), language)
}
