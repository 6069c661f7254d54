import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { CheckInput } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'

const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const MINUTES = Array.from({ length: 12 }, (_, index) => String(index * 5).padStart(2, '0'))

/** The time at which an expiry that was switched on begins: the end of the next day. */
const firstExpiry = () => {
  const tomorrow = new Date(Date.now() + TEHRAN_OFFSET_MS + 86_400_000)
  return `${tomorrow.toISOString().slice(0, 10)}T12:00`
}

/** A native radio or checkbox with its rule below its name. */
export const Choice = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    alignItems: 'start',
    minHeight: 'tap',
    paddingBlock: '2',
    fontSize: 'sm',
    cursor: 'pointer',
    '& input': { width: '1.25rem', height: '1.25rem', marginTop: '0.5', accentColor: 'var(--k-colors-gold-solid)' },
    '& small': { display: 'block', fontSize: 'xs', color: 'fg.muted', lineHeight: 'snug' },
    '&:has(:disabled)': { color: 'fg.faint', cursor: 'not-allowed' },
  },
})

type ExpiryFieldProps = {
  /** A minute in Tehran, "2026-11-24T10:30", or a part of it; empty for an order without an expiry. */
  expiry: string
  onChange: (expiry: string) => void
  /** Why no expiry can be chosen. */
  off?: string | undefined
  problem: string | undefined
}

/** Whether an order expires, and when. */
export default function ExpiryField({ expiry, onChange, off, problem }: ExpiryFieldProps) {
  const { t } = useTranslation('trade')
  const { t: more } = useTranslation('orderKinds')
  return (
    <div>
      <Choice>
        <CheckInput
          type="checkbox"
          name="expires"
          checked={expiry !== ''}
          disabled={off !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? firstExpiry() : '')}
        />
        <span>
          {t('terms.expiry')}
          <small>{off ?? more('terms.expiryText')}</small>
        </span>
      </Choice>
      {expiry !== '' && <ExpirySelects expiry={expiry} onChange={onChange} problem={problem} />}
    </div>
  )
}

type ExpirySelectsProps = { expiry: string; onChange: (expiry: string) => void; problem: string | undefined }

/** The day in the calendar of the language, the hour and the minute, in Tehran's time. */
function ExpirySelects({ expiry, onChange, problem }: ExpirySelectsProps) {
  const { t } = useTranslation('orderKinds')
  const language = useLanguage()
  const [day = '', time = ''] = expiry.split('T')
  const [hour = '', minute = ''] = time.split(':')
  return (
    <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
      <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
        <DaySelects
          label={t('terms.day.label')}
          words={{ day: t('terms.day.day'), month: t('terms.day.month'), year: t('terms.day.year') }}
          value={day}
          onChange={(next) => onChange(`${next}T${time}`)}
          years={(present) => [present, present + 1]}
          missingDay="last"
          name="expiry"
          problem={problem}
        />
      </Suspense>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 1fr)" gap="2">
        <SelectField
          label={t('terms.day.hour')}
          name="expiry.hour"
          value={hour}
          options={inDigits(HOURS, language)}
          onChange={(next) => onChange(`${day}T${next}:${minute}`)}
        />
        <SelectField
          label={t('terms.day.minute')}
          name="expiry.minute"
          value={minute}
          options={inDigits(MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].sort(), language)}
          onChange={(next) => onChange(`${day}T${hour}:${next}`)}
        />
      </chakra.div>
    </chakra.div>
  )
}

const inDigits = (texts: readonly string[], language: Language) =>
  texts.map((value) => ({ value, label: showDigits(value, language) }))
