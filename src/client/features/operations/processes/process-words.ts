import { queryOptions } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getProcesses } from '#contract/operations-processes.ts'
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

/** "3 s ago", or "12 min ago". */
export function useAgo(): (ms: number) => string {
  const { t } = useTranslation('processes')
  const count = useCount()
  return (ms) =>
    ms < MINUTE_MS
      ? t('ago.seconds', { n: count(Math.floor(ms / SECOND_MS)) })
      : t('ago.minutes', { n: count(Math.floor(ms / MINUTE_MS)) })
}

/** A length of time in its greatest whole unit: "500 ms", "5 s", "1 h". */
export function useLength(): (ms: number) => string {
  const { t } = useTranslation('processes')
  const count = useCount()
  return (ms) => {
    if (ms < SECOND_MS) return t('ms', { n: count(ms) })
    if (ms < MINUTE_MS) return t('seconds', { n: count(Math.round(ms / SECOND_MS)) })
    if (ms < HOUR_MS) return t('minutes', { n: count(Math.round(ms / MINUTE_MS)) })
    return t('hours', { n: count(Math.round(ms / HOUR_MS)) })
  }
}

/** A whole number in the digits of the language. */
export function useCount(): (count: number) => string {
  const language = useLanguage()
  return (value) => showDecimal(String(value), language)
}
