import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { type DateStyle, showDate } from './show-date.ts'

/** A time of the wire (ISO 8601, UTC) in Tehran's time zone: Jalali in Persian, Gregorian in English. */
export function DateText({ at, style = 'date-time' }: { at: string; style?: DateStyle }) {
  const language = useLanguage()
  return (
    <chakra.time dateTime={at} whiteSpace="nowrap" unicodeBidi="isolate">
      {showDate(new Date(at), language, style)}
    </chakra.time>
  )
}
