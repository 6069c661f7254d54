import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { isLunarHoliday } from './lunar-holidays.ts'

const SOLAR_HOLIDAYS = ['NOWRUZ', 'REPUBLIC', 'NATURE', 'KHOMEINI', 'KHORDAD_15', 'REVOLUTION', 'OIL'] as const

/** The name of a holiday: a known one in the language of the screen, any other as it was written. */
export function useOccasionName(): (name: string) => string {
  const { t } = useTranslation('proposals')
  return (name) => {
    const solar = SOLAR_HOLIDAYS.find((known) => known === name)
    if (solar) return t(`market.solar.${solar}`)
    return isLunarHoliday(name) ? t(`market.lunar.${name}`) : name
  }
}

export function Occasion({ name }: { name: string }) {
  const nameOf = useOccasionName()
  return <chakra.bdi overflowWrap="anywhere">{nameOf(name)}</chakra.bdi>
}
