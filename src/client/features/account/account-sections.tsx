import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FileField } from '#client/ui/file-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { IdFormat } from '#contract/account.ts'
import { AGE_MIN, gregorianToJalali } from '#domain/jalali.ts'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Picture } from './account-form.logic.ts'
import type { AccountForm } from './use-account-form.ts'

export function PersonalSection({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const { draft, abroad, change } = form
  const name = (field: 'firstName' | 'lastName', autoComplete: 'given-name' | 'family-name') => (
    <TextField {...form.bind(field)} autoComplete={autoComplete} hint={t('hint.persian')} maxLength={50} />
  )
  return (
    <Section title={t('section.personal')} note={t(abroad ? 'section.personalNoteAbroad' : 'section.personalNote')}>
      <FieldGrid>
        {name('firstName', 'given-name')}
        {name('lastName', 'family-name')}
        {abroad ? (
          <TextField {...form.bind('nationalCode')} maxLength={30} autoComplete="off" ltr />
        ) : (
          <DigitsField {...form.bind('nationalCode')} lengthMax={10} />
        )}
        <BirthdayField
          value={draft.birthDay}
          onChange={(birthDay) => {
            change({ birthDay })
            if (birthDay !== '') form.leave('birthDay')
          }}
          problem={form.problemOf('birthDay')}
        />
        {abroad ? (
          <ForeignMobile form={form} account={account} />
        ) : (
          <SettledMobile mobileNumber={account.mobileNumber} />
        )}
        <TextField {...form.bind('email')} type="email" inputMode="email" autoComplete="email" maxLength={50} ltr />
      </FieldGrid>
    </Section>
  )
}

/** A number of the country of residence, in addition to the Iranian number of the login. */
function ForeignMobile({ form, account }: { form: AccountForm; account: Session }) {
  const language = useLanguage()
  return (
    <DigitsField
      {...form.bind('foreignMobile')}
      type="tel"
      lengthMax={13}
      autoComplete="tel-national"
      before={
        <chakra.span paddingInlineStart="3.5" color="fg.muted" fontWeight="semibold">
          {showDigits(account.location?.countryPhoneCode ?? '', language)}
        </chakra.span>
      }
    />
  )
}

/** The number of the account, which can be changed only in its own procedure. */
function SettledMobile({ mobileNumber }: { mobileNumber: string }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const mobile = parseMobileNumber(mobileNumber)
  return (
    <TextField
      label={t('field.mobileNumber')}
      name="mobileNumber"
      hint={t('hint.mobile')}
      ltr
      readOnly
      value={showDigits(mobile ? localMobileNumber(mobile) : mobileNumber, language)}
      onChange={() => undefined}
    />
  )
}

/** Fields in a column on a phone, in two columns on a wider screen. */
const FieldGrid = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
})

export function AddressSection({ form }: { form: AccountForm }) {
  const { t } = useTranslation('account')
  const { abroad } = form
  return (
    <Section title={t('section.address')}>
      <FieldGrid>
        {abroad ? (
          <>
            <TextField {...form.bind('state')} hint={t('hint.persian')} autoComplete="address-level1" maxLength={50} />
            <TextField {...form.bind('city')} hint={t('hint.persian')} autoComplete="address-level2" maxLength={50} />
          </>
        ) : (
          <Suspense fallback={<Skeleton height="4.5rem" borderRadius="md" />}>
            <PlaceFields form={form} />
          </Suspense>
        )}
        {!abroad && <DigitsField {...form.bind('telephone')} lengthMax={11} hint={t('hint.telephone')} />}
        {abroad ? (
          <TextField {...form.bind('postalCode')} maxLength={10} autoComplete="postal-code" ltr />
        ) : (
          <DigitsField {...form.bind('postalCode')} lengthMax={10} hint={t('hint.postalCode')} />
        )}
        <chakra.div gridColumn={{ md: 'span 2' }}>
          <TextAreaField {...form.bind('address')} autoComplete="street-address" maxLength={300} />
        </chakra.div>
      </FieldGrid>
    </Section>
  )
}

/** Lazy: the provinces and cities are loaded with the first form. */
const PlaceFields = lazy(() => import('./place-fields.tsx'))

/** Photos of the document and of the handwritten note; a verified user no longer needs them. */
export function DocumentsSection({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const { draft, change } = form
  const picture = (kind: Picture, more: { hint?: string; required?: boolean } = {}) => (
    <FileField
      label={form.labelOf(kind)}
      name={kind}
      camera
      {...more}
      file={draft.pictures[kind]}
      received={account[kind]}
      onChange={(file) => form.choosePicture(kind, file)}
      problem={form.problemOf(kind)}
    />
  )
  return (
    <Section title={t('section.documents')} note={t('section.documentsNote')}>
      <FieldGrid>
        <SelectField
          label={t('field.idFormatType')}
          name="idFormatType"
          value={draft.idFormatType}
          options={IdFormat.options.map((value) => ({ value, label: t(`document.${value}`) }))}
          onChange={(idFormatType) => change({ idFormatType })}
        />
        <span />
        {picture('image', { required: true })}
        {draft.idFormatType === 'ID_CARD' && picture('backImage', { required: true })}
        {picture('documentImage', { hint: t('hint.documentImage') })}
      </FieldGrid>
    </Section>
  )
}

/** The largest age that is expected. */
const YEARS = 110

/** Lazy: the calendar arithmetic is loaded with the first birthday field. */
const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

type BirthdayFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

function BirthdayField(props: BirthdayFieldProps) {
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
