import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** A duration in its largest whole unit: "40 min", "3 h", "2 days". */
export function useSpan() {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const ofMinutes = (minutes: number) => {
    const count = (unit: number) => ({ count: showDigits(String(Math.floor(minutes / unit)), language) })
    if (minutes < HOUR_MINUTES) return t('span.minutes', count(1))
    return minutes < DAY_MINUTES ? t('span.hours', count(HOUR_MINUTES)) : t('span.days', count(DAY_MINUTES))
  }
  const between = (from: string, to: number) => ofMinutes(Math.max(0, (to - Date.parse(from)) / MINUTE_MS))
  return { ofMinutes, between, since: (from: string) => between(from, Date.now()) }
}
