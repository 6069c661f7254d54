import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { KEY_NAME_LENGTH_MAX, KEY_RIGHTS } from '#domain/api-key.ts'
import {
  type ApiKeyDraft,
  EMPTY_KEY,
  EXPIRIES,
  summarizeApiKey,
  toggleRight,
  validateApiKey,
} from './api-key-form.logic.ts'
import { useCreateApiKey } from './api-keys.queries.ts'
import { KeySecret } from './key-secret.tsx'

const ADDRESSES_LENGTH_MAX = 1_000

/** Asks for the rights of a new key, and then shows its secret, once. */
export function CreateKeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('apiKeys')
  const create = useCreateApiKey()
  const [draft, setDraft] = useState(EMPTY_KEY)
  const missing = validateApiKey(draft)
  if (create.data) return <KeySecret created={create.data} onClose={onClose} />
  return (
    <FormSheet
      title={t('create.title')}
      action={t('create.action')}
      busy={create.isPending}
      error={create.error}
      complete={!missing.name && !missing.rights && !missing.addresses}
      onSend={() => create.mutate(summarizeApiKey(draft, Date.now()))}
      onClose={onClose}
    >
      {(checked) => <Fields draft={draft} missing={checked ? missing : undefined} onChange={setDraft} />}
    </FormSheet>
  )
}

type FieldsProps = {
  draft: ApiKeyDraft
  missing: ReturnType<typeof validateApiKey> | undefined
  onChange: (draft: ApiKeyDraft) => void
}

function Fields({ draft, missing, onChange }: FieldsProps) {
  const { t } = useTranslation('apiKeys')
  return (
    <>
      <TextField
        label={t('name.label')}
        name="keyName"
        autoComplete="off"
        placeholder={t('name.placeholder')}
        maxLength={KEY_NAME_LENGTH_MAX}
        required
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        problem={missing?.name ? t('name.required') : undefined}
      />
      <Rights draft={draft} problem={missing?.rights ? t('right.required') : undefined} onChange={onChange} />
      <TextAreaField
        label={t('addresses.label')}
        name="addresses"
        autoComplete="off"
        maxLength={ADDRESSES_LENGTH_MAX}
        required={draft.rights.includes('withdraw')}
        hint={t('addresses.hint')}
        value={draft.addresses}
        onChange={(addresses) => onChange({ ...draft, addresses })}
        problem={missing?.addresses ? t('addresses.required') : undefined}
      />
      <SelectField
        label={t('expiry.label')}
        name="expiry"
        value={draft.expiry}
        options={EXPIRIES.map((value) => ({ value, label: t(`expiry.${value}`) }))}
        onChange={(expiry) => onChange({ ...draft, expiry })}
      />
    </>
  )
}

type RightsProps = { draft: ApiKeyDraft; problem: string | undefined; onChange: (draft: ApiKeyDraft) => void }

function Rights({ draft, problem, onChange }: RightsProps) {
  const { t } = useTranslation('apiKeys')
  const problemId = useId()
  return (
    <chakra.fieldset aria-describedby={problem ? problemId : undefined}>
      <chakra.legend fontSize="sm" fontWeight="medium" marginBottom="1">
        {t('right.label')}
      </chakra.legend>
      {KEY_RIGHTS.map((right) => (
        <Checkbox
          key={right}
          name={right}
          checked={draft.rights.includes(right)}
          onChange={(wanted) => onChange(toggleRight(draft, right, wanted))}
        >
          <chakra.span fontWeight="semibold">{t(`right.${right}`)}</chakra.span>
          <chakra.span display="block" color="fg.muted">
            {right === 'withdraw' ? t(`right.withdrawText.${WITHDRAWALS}`) : t(`right.${right}Text`)}
          </chakra.span>
        </Checkbox>
      ))}
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </chakra.fieldset>
  )
}
