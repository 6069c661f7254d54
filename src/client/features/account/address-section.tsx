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
  const { draft, settled, change } = form
  const place = (field: 'state' | 'city', autoComplete: 'address-level1' | 'address-level2') => (
    <TextField
      label={t(`field.${field}`)}
      name={field}
      autoComplete={autoComplete}
      maxLength={50}
      required
      disabled={settled}
      value={draft[field]}
      onChange={(text) => change({ [field]: text })}
      onBlur={() => form.leave(field)}
      problem={form.problemOf(field)}
    />
  )
  const digits = (field: 'telephone' | 'postalCode', lengthMax: number, hint: string) => (
    <DigitsField
      label={t(`field.${field}`)}
      name={field}
      lengthMax={lengthMax}
      hint={hint}
      required
      disabled={settled}
      value={draft[field]}
      onChange={(text) => change({ [field]: text })}
      onBlur={() => form.leave(field)}
      problem={form.problemOf(field)}
    />
  )
  return (
    <Section title={t('section.address')}>
      <FieldGrid>
        {place('state', 'address-level1')}
        {place('city', 'address-level2')}
        {digits('telephone', 11, t('hint.telephone'))}
        {digits('postalCode', 10, t('hint.postalCode'))}
        <chakra.div gridColumn={{ md: 'span 2' }}>
          <TextAreaField
            label={t('field.address')}
            name="address"
            autoComplete="street-address"
            maxLength={300}
            required
            disabled={settled}
            value={draft.address}
            onChange={(address) => change({ address })}
            onBlur={() => form.leave('address')}
            problem={form.problemOf('address')}
          />
        </chakra.div>
      </FieldGrid>
    </Section>
  )
}
