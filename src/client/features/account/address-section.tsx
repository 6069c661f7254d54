import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { FieldGrid } from './field-grid.ts'
import type { AccountForm } from './use-account-form.ts'

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
