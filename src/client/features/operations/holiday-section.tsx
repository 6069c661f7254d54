import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { DAY_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { setHoliday } from '#contract/operations-settings.ts'
import { gregorianToJalali, jalaliDateAt } from '#domain/jalali.ts'
import { ActSheet } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'
import { DayField } from './day-field.tsx'
import { type LunarHoliday, Occasion, undatedHolidays, useOccasionName } from './holidays.tsx'
import type { Settings } from './setting-form.tsx'

type Holiday = Settings['holidays'][number]
type HolidayAct =
  | { readonly kind: 'add'; readonly day?: string; readonly name?: LunarHoliday }
  | { readonly kind: 'remove'; readonly holiday: Holiday }

const YEAR_DIGITS = 4
/** The official calendar of a year is published in the year before. */
const YEARS_SHOWN = 3
const YEAR_MS = 365.2422 * DAY_MS

const yearOf = (day: string) => gregorianToJalali(day)?.slice(0, YEAR_DIGITS)

/** The days besides Fridays without gold trading, by year, and the lunar holidays that have no date yet. */
export function HolidaySection({ holidays }: { holidays: readonly Holiday[] }) {
  const { t } = useTranslation('desk')
  const { t: ofSettings } = useTranslation('proposals')
  const language = useLanguage()
  const mayChange = useMay()(setHoliday)
  const [act, setAct] = useState<HolidayAct | undefined>()
  const years = useYears(holidays)
  const [chosen, setYear] = useState<string | undefined>()
  const year = years.find((each) => each === chosen) ?? years[0] ?? ''
  const ofYear = holidays.filter(({ day }) => yearOf(day) === year)
  return (
    <Section
      title={t('settings.holidays')}
      note={t('settings.holidaysText')}
      aside={
        mayChange && (
          <Button size="sm" variant="quiet" onClick={() => setAct({ kind: 'add' })}>
            {t('settings.addHoliday')}
          </Button>
        )
      }
    >
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <Segmented
          label={ofSettings('market.days.choose')}
          value={year}
          options={years.map((value) => ({ value, label: showDigits(value, language) }))}
          onChange={setYear}
        />
        <DayList
          holidays={ofYear}
          onRemove={mayChange ? (holiday) => setAct({ kind: 'remove', holiday }) : undefined}
        />
        <LunarHints year={year} holidays={holidays} onAdd={mayChange ? setAct : undefined} />
      </chakra.div>
      {act && <HolidaySheet act={act} onClose={() => setAct(undefined)} />}
    </Section>
  )
}

/** This year and the next ones, and any later year with a holiday set. */
function useYears(holidays: readonly Holiday[]): readonly string[] {
  const [now] = useState(() => Date.now())
  const next = Array.from({ length: YEARS_SHOWN }, (_, index) =>
    jalaliDateAt(new Date(now + index * YEAR_MS)).slice(0, YEAR_DIGITS),
  )
  return [...new Set([...next, ...holidays.flatMap(({ day }) => yearOf(day) ?? [])])].sort()
}

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    minHeight: 'tap',
    paddingBlock: '1',
    borderTopWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
    _first: { borderTopWidth: '0' },
  },
})

/** A day and its name, stacked on a phone. */
const Words = chakra('span', {
  base: {
    display: 'grid',
    columnGap: '3',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '14rem minmax(0, 1fr)' },
  },
})

type DayListProps = { holidays: readonly Holiday[]; onRemove: ((holiday: Holiday) => void) | undefined }

function DayList({ holidays, onRemove }: DayListProps) {
  const { t } = useTranslation('proposals')
  const { t: ofDesk } = useTranslation('desk')
  const language = useLanguage()
  const today = new Date().toISOString().slice(0, 10)
  if (holidays.length === 0) return <chakra.p color="fg.muted">{t('market.days.none')}</chakra.p>
  return (
    <ul>
      {holidays.map((holiday) => (
        <Row key={holiday.day}>
          <Words>
            <chakra.strong fontWeight="semibold">
              <DateText at={`${holiday.day}T12:00:00Z`} style="date" />
            </chakra.strong>
            <chakra.span color="fg.muted">
              {holiday.name === null ? t('market.days.unnamed') : <Occasion name={holiday.name} />}
            </chakra.span>
          </Words>
          {onRemove && holiday.day >= today && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('market.days.remove', {
                day: showDate(new Date(`${holiday.day}T12:00:00Z`), language, 'date'),
              })}
              onClick={() => onRemove(holiday)}
            >
              {ofDesk('settings.removeHoliday')}
            </Button>
          )}
        </Row>
      ))}
    </ul>
  )
}

type LunarHintsProps = {
  year: string
  holidays: readonly Holiday[]
  onAdd: ((act: HolidayAct) => void) | undefined
}

/** The lunar holidays of the year that have no date yet, each with an approximate one. */
function LunarHints({ year, holidays, onAdd }: LunarHintsProps) {
  const { t } = useTranslation('proposals')
  const today = new Date().toISOString().slice(0, 10)
  // A day in the past no longer needs a date.
  const undated = undatedHolidays(year, holidays).filter(({ about }) => about >= today)
  if (undated.length === 0) return <chakra.p color="fg.muted">{t('market.days.lunar.all')}</chakra.p>
  return (
    <section>
      <chakra.h3 fontWeight="bold">{t('market.days.lunar.title')}</chakra.h3>
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="2">
        {t('market.days.lunar.text')}
      </chakra.p>
      <ul>
        {undated.map(({ name, about }) => (
          <Row key={`${name} ${about}`}>
            <Words>
              <span>{t(`market.lunar.${name}`)}</span>
              <chakra.span color="fg.muted">
                {t('market.days.lunar.about')} <DateText at={`${about}T12:00:00Z`} style="date" />
              </chakra.span>
            </Words>
            {onAdd && (
              <Button size="sm" variant="ghost" onClick={() => onAdd({ kind: 'add', day: about, name })}>
                {t('market.days.lunar.add')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </section>
  )
}

function HolidaySheet({ act, onClose }: { act: HolidayAct; onClose: () => void }) {
  return act.kind === 'add' ? <AddSheet {...act} onClose={onClose} /> : <RemoveSheet {...act} onClose={onClose} />
}

type AddSheetProps = { day?: string; name?: LunarHoliday; onClose: () => void }

function AddSheet({ day: about = '', name: known, onClose }: AddSheetProps) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  const nameOf = useOccasionName()
  const [day, setDay] = useState(about)
  const [name, setName] = useState(known === undefined ? '' : nameOf(known))
  // A known holiday is stored by its key, so that each language shows its own name.
  const written = known !== undefined && name === nameOf(known) ? known : name.trim()
  const isIncomplete = day === '' || written.length < NAME.min
  return (
    <ActSheet
      title={t('settings.addHoliday')}
      text={ofProposals('holiday.text')}
      yes={t('settings.propose')}
      done={t('settings.proposed')}
      problem={isIncomplete}
      proposes={{ kind: 'SET_HOLIDAY', subject: day }}
      act={(reason) => callApi(setHoliday, { body: { day, closed: true, name: written, reason } })}
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          <DayField
            label={t('settings.day')}
            value={day}
            onChange={setDay}
            problem={checked && day === '' ? ofProposals('market.field.empty') : undefined}
          />
          <TextField
            label={ofProposals('market.days.name')}
            required
            maxLength={NAME.max}
            value={name}
            onChange={setName}
            problem={checked && written.length < NAME.min ? ofProposals('market.field.empty') : undefined}
          />
        </>
      )}
    </ActSheet>
  )
}

const NAME = { min: 2, max: 60 }

function RemoveSheet({ holiday: { day, name }, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { t: ofProposals } = useTranslation('proposals')
  return (
    <ActSheet
      title={t('settings.removeHoliday')}
      text={ofProposals('holiday.text')}
      yes={t('settings.propose')}
      done={t('settings.proposed')}
      proposes={{ kind: 'SET_HOLIDAY', subject: day }}
      act={(reason) => callApi(setHoliday, { body: { day, closed: false, reason } })}
      onClose={onClose}
    >
      <p>
        <DateText at={`${day}T12:00:00Z`} style="date" /> {name !== null && <Occasion name={name} />}
      </p>
    </ActSheet>
  )
}
