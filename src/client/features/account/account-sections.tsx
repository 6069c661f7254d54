import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Session } from '#client/lib/session.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FileField } from '#client/ui/file-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Picture } from './account-form.logic.ts'
import type { BirthdaySelectsProps } from './birthday-selects.tsx'
import { shrinkPicture } from './shrink-picture.ts'
import { type AccountForm, useFieldLabel } from './use-account-form.ts'

export function PersonalSection({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const { draft, settled, change } = form
  const name = (field: 'firstName' | 'lastName', autoComplete: 'given-name' | 'family-name') => (
    <TextField
      {...form.bind(field)}
      autoComplete={autoComplete}
      {...(settled ? {} : { hint: t('hint.persian') })}
      maxLength={50}
    />
  )
  return (
    <Section title={t('section.personal')} note={t('section.personalNote')}>
      <FieldGrid>
        {name('firstName', 'given-name')}
        {name('lastName', 'family-name')}
        <DigitsField {...form.bind('nationalCode')} lengthMax={10} />
        <BirthdayField
          value={draft.birthDay}
          disabled={settled}
          onChange={(birthDay) => {
            change({ birthDay })
            if (birthDay !== '') form.leave('birthDay')
          }}
          problem={form.problemOf('birthDay')}
        />
        <SettledMobile mobileNumber={account.mobileNumber} />
        <TextField {...form.bind('email')} type="email" inputMode="email" autoComplete="email" maxLength={50} ltr />
      </FieldGrid>
    </Section>
  )
}

/** The number is the account's; it changes by its own procedure. */
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

/** Fields under each other on a phone, two beside each other where there is room. */
const FieldGrid = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
})

export function AddressSection({ form }: { form: AccountForm }) {
  const { t } = useTranslation('account')
  return (
    <Section title={t('section.address')}>
      <FieldGrid>
        <TextField {...form.bind('state')} autoComplete="address-level1" maxLength={50} />
        <TextField {...form.bind('city')} autoComplete="address-level2" maxLength={50} />
        <DigitsField {...form.bind('telephone')} lengthMax={11} hint={t('hint.telephone')} />
        <DigitsField {...form.bind('postalCode')} lengthMax={10} hint={t('hint.postalCode')} />
        <chakra.div gridColumn={{ md: 'span 2' }}>
          <TextAreaField {...form.bind('address')} autoComplete="street-address" maxLength={300} />
        </chakra.div>
      </FieldGrid>
    </Section>
  )
}

/** The calendar arithmetic arrives with the first birthday asked for. */
const BirthdaySelects = lazy(() => import('./birthday-selects.tsx'))

function BirthdayField(props: BirthdaySelectsProps) {
  return (
    <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
      <BirthdaySelects {...props} />
    </Suspense>
  )
}

/** Photos of the document and of the handwritten note; not needed again once the user is verified. */
export function DocumentsSection({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const { draft, change } = form
  const labelOf = useFieldLabel(draft)
  const pick = async (kind: Picture, file: File | undefined) => {
    const picture = file && (await shrinkPicture(file))
    form.changePicture(kind, picture)
    form.leave(kind)
  }
  const picture = (kind: Picture, hint?: string) => (
    <FileField
      label={labelOf(kind)}
      name={kind}
      {...(hint ? { hint } : {})}
      file={draft.pictures[kind]}
      received={account[kind]}
      onChange={(file) => void pick(kind, file)}
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
          options={[
            { value: 'ID_CARD', label: t('document.ID_CARD') },
            { value: 'PASSPORT', label: t('document.PASSPORT') },
            { value: 'DRIVER_LICENSE', label: t('document.DRIVER_LICENSE') },
          ]}
          onChange={(idFormatType) => change({ idFormatType })}
        />
        <span />
        {picture('image')}
        {draft.idFormatType === 'ID_CARD' && picture('backImage')}
        {picture('documentImage', t('hint.documentImage'))}
      </FieldGrid>
    </Section>
  )
}
