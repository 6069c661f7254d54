import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Session } from '#client/lib/session.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { BirthdayField } from './birthday-field.tsx'
import { FieldGrid } from './field-grid.ts'
import type { AccountForm } from './use-account-form.ts'

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
