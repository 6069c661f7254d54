import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#client/lib/durations.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { showDate } from '#client/ui/show-date.ts'
import { hasMark, type MarketRow } from './markets.queries.ts'

type MarketMarkProps = {
  state: MarketRow['state']
  /** Adds the time at which the present state ends, and how long it is until then. */
  withTime?: boolean
}

/** Whether a market is open now, as the server reports it, for markets with trading hours or a halt. */
export default function MarketMark({ state, withTime = false }: MarketMarkProps) {
  const { t } = useTranslation('markets')
  if (!hasMark(state)) return null
  const isOpen = state.kind === 'OPEN'
  const changesAt = isOpen ? state.closesAt : state.opensAt
  const name = isOpen ? 'open' : state.kind === 'CLOSED' ? 'closed' : 'halted'
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      fontSize="xs"
      fontWeight="semibold"
      color={isOpen ? 'buy' : 'fg.muted'}
    >
      <chakra.span
        width="1.5"
        height="1.5"
        flexShrink="0"
        borderRadius="full"
        bg={isOpen ? 'buy' : 'fg.muted'}
        aria-hidden="true"
      />
      {withTime && changesAt ? <Until at={new Date(changesAt)} isOpen={isOpen} /> : t(`mark.${name}`)}
    </chakra.span>
  )
}

/** The end of the present state, with the time until then. Each minute renders these words alone. */
function Until({ at, isOpen }: { at: Date; isOpen: boolean }) {
  const { t } = useTranslation('markets')
  const language = useLanguage()
  const leftMs = useMsUntil(at.getTime())
  // A market closes on the day on which it is open.
  const time = isOpen ? showDate(at, language, 'time') : showInstant(at, language, leftMs)
  const left = showDuration(leftMs, language)
  return (
    <span>
      {t(`mark.${isOpen ? 'openUntil' : 'closedUntil'}`, { time })}
      {left !== undefined && ` ${t(`mark.${isOpen ? 'openLeft' : 'closedLeft'}`, { left })}`}
    </span>
  )
}

/** Milliseconds until an instant, renewed when a whole minute of them has passed. */
function useMsUntil(instantMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  const leftMs = instantMs - now
  useEffect(() => {
    if (leftMs <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), (leftMs % MINUTE_MS) + 1)
    return () => clearTimeout(timer)
  }, [leftMs])
  return leftMs
}

const LOCALE = { fa: 'fa-IR', en: 'en-GB' } as const satisfies Record<Language, string>
/** The short forms of Persian are Latin letters. */
const DISPLAY = { fa: 'long', en: 'narrow' } as const satisfies Record<Language, string>
const AND = { fa: ' و ', en: ' ' } as const satisfies Record<Language, string>
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** "2h 13m", rounded up to a minute, in its two largest units; `undefined` once it is over. */
export function showDuration(ms: number, language: Language): string | undefined {
  if (ms <= 0) return undefined
  let left = Math.ceil(ms / MINUTE_MS) * MINUTE_MS
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(left / length)
    left -= count * length
    return count === 0 ? [] : [showUnit(count, unit, language)]
  })
  return parts.slice(0, 2).join(AND[language])
}

const showUnit = (count: number, unit: string, language: Language) =>
  new Intl.NumberFormat(LOCALE[language], { style: 'unit', unit, unitDisplay: DISPLAY[language] }).format(count)

/** Later today an instant is a time of day, in the coming week a weekday and a time, else a date. */
function showInstant(at: Date, language: Language, leftMs: number): string {
  if (leftMs <= 0 || leftMs > 6 * DAY_MS) return showDate(at, language, 'date-time')
  const time = showDate(at, language, 'time')
  const isToday = showDate(at, language, 'date') === showDate(new Date(at.getTime() - leftMs), language, 'date')
  if (isToday) return time
  const weekday = new Intl.DateTimeFormat(LOCALE[language], { weekday: 'long', timeZone: 'Asia/Tehran' }).format(at)
  return `${weekday} ${time}`
}
