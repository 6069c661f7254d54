import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { type DateStyle, showDate } from './show-date.ts'

/**
 * A time of the wire (ISO 8601, UTC) in Tehran's time zone: Jalali in Persian, Gregorian in English. In a narrow column of a table the hour wraps below
 * the day.
 */
export function DateText({ at, style = 'date-time' }: { at: string; style?: DateStyle }) {
  const language = useLanguage()
  const text = showDate(new Date(at), language, style)
  const day = style === 'date-time' ? text.slice(0, text.lastIndexOf(' ')) : text
  return (
    <chakra.time dateTime={at} whiteSpace="nowrap" unicodeBidi="isolate">
      {text.replace(day, day.replaceAll(' ', '\u00a0'))}
    </chakra.time>
  )
}
