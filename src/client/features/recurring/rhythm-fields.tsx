import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoinOption } from '#client/entities/coin/use-coin-option.tsx'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { PickField } from '#client/ui/pick-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { WEEKDAYS } from '#domain/recurring-buy.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { PlanForm } from './plan-form.logic.ts'
import { showMinute, weekdayName } from './use-plan-words.ts'

type FieldsProps = { form: PlanForm; onChange: (changes: Partial<PlanForm>) => void }

/** The asset and the money that it is bought with. */
export function CoinFields({ form: { coin, unit }, onChange }: FieldsProps) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const optionOf = useCoinOption()
  const { data: prices } = useQuery(pricesQuery(unit))
  const options = [...(prices?.bySymbol ?? [])].flatMap(([symbol, { buy, change24h }]) =>
    optionOf(symbol, { price: formatDecimal(buy, PRICE_DECIMALS), change: change24h }),
  )
  return (
    <>
      <PickField
        label={t('form.coin')}
        searchLabel={t('form.search')}
        name="coin"
        options={options}
        value={coin}
        // Tether is bought with Toman alone.
        onChange={(picked) => onChange({ coin: picked, total: '', ceiling: '' })}
      />
      <Segmented
        label={t('form.unit.label')}
        value={unit}
        options={unitsOf(language)
          .filter((each) => each !== coin)
          .map((each) => ({ value: each, label: t(`form.unit.${each}`) }))}
        onChange={(next) => onChange({ unit: next, total: '', ceiling: '' })}
      />
    </>
  )
}

const KINDS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30)
/** The week begins on Saturday in both languages of a Persian exchange. */
const WEEK = [...WEEKDAYS.slice(-1), ...WEEKDAYS.slice(0, -1)]

/** How often, on which day and at what time. */
export function RhythmFields({ form, onChange }: FieldsProps) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const { kind, weekday, day, calendar, minute } = form
  const minutes = HALF_HOURS.includes(minute) ? HALF_HOURS : [minute, ...HALF_HOURS]
  return (
    <>
      <Segmented
        label={t('form.rhythm.label')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`form.rhythm.${value}`) }))}
        onChange={(next) => onChange({ kind: next })}
      />
      <chakra.div display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(min(9rem, 100%), 1fr))">
        {kind === 'WEEKLY' && (
          <SelectField
            label={t('form.weekday')}
            value={weekday}
            options={WEEK.map((value) => ({ value, label: weekdayName(value, language) }))}
            onChange={(next) => onChange({ weekday: next })}
          />
        )}
        {kind === 'MONTHLY' && (
          <NumberSelect
            label={t(`form.day.${calendar}`)}
            hint={day > 28 && day < 31 ? t('form.short') : undefined}
            value={day}
            numbers={DAYS}
            show={(each) => (each === 31 ? t('form.last') : showDigits(String(each), language))}
            onChange={(next) => onChange({ day: next })}
          />
        )}
        <NumberSelect
          label={t('form.time')}
          value={minute}
          numbers={minutes}
          show={(each) => showMinute(each, language)}
          onChange={(next) => onChange({ minute: next })}
        />
      </chakra.div>
    </>
  )
}

type NumberSelectProps = {
  label: string
  hint?: string | undefined
  value: number
  numbers: readonly number[]
  show: (each: number) => string
  onChange: (next: number) => void
}

function NumberSelect({ value, numbers, show, onChange, ...frame }: NumberSelectProps) {
  return (
    <SelectField
      {...frame}
      value={String(value)}
      options={numbers.map((each) => ({ value: String(each), label: show(each) }))}
      onChange={(next) => onChange(numbers.find((each) => String(each) === next) ?? value)}
    />
  )
}
