import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { setHoliday } from '#contract/operations-settings.ts'
import { ActSheet } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'
import { DayField } from './day-field.tsx'

/** Days on which gold rests beside Fridays, from today on. */
export function HolidaySection({ holidays }: { holidays: readonly string[] }) {
  const { t } = useTranslation('desk')
  const mayChange = useMay()(setHoliday)
  const [act, setAct] = useState<'add' | { readonly remove: string } | undefined>()
  return (
    <Section
      title={t('settings.holidays')}
      note={t('settings.holidaysText')}
      aside={
        mayChange && (
          <Button size="sm" variant="quiet" onClick={() => setAct('add')}>
            {t('settings.addHoliday')}
          </Button>
        )
      }
    >
      <chakra.ul display="flex" flexWrap="wrap" gap="2">
        {holidays.map((day) => (
          <chakra.li key={day} display="flex" alignItems="center" gap="2" fontSize="sm">
            <DateText at={`${day}T12:00:00Z`} style="date" />
            {mayChange && (
              <Button size="sm" variant="ghost" onClick={() => setAct({ remove: day })}>
                {t('settings.removeHoliday')}
              </Button>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {act && <HolidaySheet day={act === 'add' ? undefined : act.remove} onClose={() => setAct(undefined)} />}
    </Section>
  )
}

function HolidaySheet({ day: given, onClose }: { day: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const [day, setDay] = useState(given ?? '')
  const word = given === undefined ? 'addHoliday' : 'removeHoliday'
  return (
    <ActSheet
      title={t(`settings.${word}`)}
      text={ofProposals('holiday.text')}
      yes={t('settings.propose')}
      done={t('settings.proposed')}
      problem={day === '' ? t('settings.incomplete') : undefined}
      act={(reason) => callApi(setHoliday, { body: { day, closed: given === undefined, reason } })}
      onClose={onClose}
    >
      {given === undefined && <DayField label={t('settings.day')} value={day} onChange={setDay} />}
      {given !== undefined && <DateText at={`${given}T12:00:00Z`} style="date" />}
    </ActSheet>
  )
}
