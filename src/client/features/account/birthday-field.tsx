import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { AGE_MIN, gregorianToJalali } from '#domain/jalali.ts'

/** The largest age that is expected. */
const YEARS = 110

/** Lazy: the calendar arithmetic is loaded with the first birthday field. */
const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

type BirthdayFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

export function BirthdayField(props: BirthdayFieldProps) {
  const { t } = useTranslation('account')
  const isEnglish = useLanguage() === 'en'
  // The date in the form of an Iranian card, in Latin digits.
  const jalali = gregorianToJalali(props.value)?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1/$2/$3')
  return (
    <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
      <DaySelects
        {...props}
        label={t('field.birthDay')}
        words={{ day: t('birthDay.day'), month: t('birthDay.month'), year: t('birthDay.year') }}
        years={(present) => Array.from({ length: YEARS }, (_, age) => present - AGE_MIN - age)}
        missingDay="cleared"
        name="birthDay"
        note={isEnglish && (jalali ? t('birthDay.onCard', { jalali }) : t('birthDay.gregorian'))}
      />
    </Suspense>
  )
}
