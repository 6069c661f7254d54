import { chakra } from '@chakra-ui/react'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDate } from './show-date.ts'

const CHECK_MS = 5_000
/** What is asked for every few seconds is old when several answers are missing. */
const POLLED_OLD_MS = 10_000
const DAY_MS = 86_400_000
const SECOND_MS = 1_000

type AgeBadgeProps = {
  /** When the server gave what is shown: milliseconds since 1970, or ISO 8601. */
  at: number | string | undefined
  of?: 'price' | 'balance'
  /** Younger than this it says nothing. */
  oldAfterMs?: number
}

/** "Price at 14:02", once what is shown is old; with the day when it is older than a day. */
export function AgeBadge({ at, of = 'price', oldAfterMs = 30_000 }: AgeBadgeProps) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const now = useNow(CHECK_MS)
  if (at === undefined) return null
  const moment = new Date(at)
  const ageMs = now - moment.getTime()
  if (!(ageMs > oldAfterMs)) return null
  const unit = ageMs > DAY_MS ? 'day' : 'hour'
  const time = showDate(moment, language, unit === 'day' ? 'date-time' : 'time')
  return (
    <chakra.span
      data-testid="age"
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      paddingInline="2.5"
      paddingBlock="0.5"
      borderRadius="full"
      bg="gold.subtle"
      color="gold"
      fontSize="xs"
      fontWeight="medium"
      whiteSpace="nowrap"
    >
      <Clock size={13} aria-hidden="true" />
      {t(`age.${of}.${unit}`, { time })}
    </chakra.span>
  )
}

interface QueryAgeProps {
  readonly queryKey: QueryKey
  readonly of?: 'price' | 'balance'
}

/** The age of a polled query's last answer, once that is old. It is drawn alone: an answer that arrives in time draws nothing. */
export function QueryAge({ queryKey, of = 'price' }: QueryAgeProps) {
  const client = useQueryClient()
  const oldAt = useSyncExternalStore(subscribeToTime, () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    return dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > POLLED_OLD_MS ? dataUpdatedAt : undefined
  })
  return oldAt === undefined ? null : <AgeBadge at={oldAt} of={of} oldAfterMs={POLLED_OLD_MS} />
}

function subscribeToTime(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS)
  return () => clearInterval(timer)
}

/** The present time in milliseconds, read again every `everyMs` while the component lives. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
