import { chakra } from '@chakra-ui/react'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDate } from './show-date.ts'

const CHECK_MS = 5_000

type AgeBadgeProps = {
  /** The time at which the server sent the shown data: milliseconds since 1970, or ISO 8601. */
  at: number | string | undefined
  of?: 'price' | 'balance' | 'order'
  /** Data younger than this shows no badge. */
  oldAfterMs?: number
}

/** "Price at 14:02", shown once the data is old; with the date if it is more than a day old. */
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
      data-age
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

/** The current time in milliseconds, updated every `everyMs` while the component is mounted. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
