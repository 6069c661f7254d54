import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#client/lib/durations.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { KEY_NAME_LENGTH_MAX, KEY_RIGHTS, type KeyRight } from '#domain/api-key.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { type CreatedApiKey, type NewApiKey, useCreateApiKey } from './api-keys.queries.ts'

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
      complete={!missing.name && !missing.rights && !missing.addresses && missing.wrongAddress === undefined}
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
  const { wrongAddress, addresses: isWithoutAddress } = missing ?? {}
  const noAddress = isWithoutAddress ? t('addresses.required') : undefined
  const addressProblem =
    wrongAddress === undefined ? noAddress : t('addresses.wrong', { address: isolated(wrongAddress) })
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
        problem={addressProblem}
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

type KeySecretProps = { created: Pick<CreatedApiKey, 'key' | 'secret'>; onClose: () => void }

/** A new key and its secret, shown only once. A press outside does not close the sheet. */
function KeySecret({ created: { key, secret }, onClose }: KeySecretProps) {
  const { t } = useTranslation('apiKeys')
  return (
    <Sheet
      open
      title={t('secret.title')}
      onClose={onClose}
      dismissible={false}
      footer={
        <Button full onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <Notice tone="warning">{t('secret.once')}</Notice>
        <Shown name={t('secret.key')} text={key} copy={t('secret.copyKey')} />
        <Shown name={t('secret.secret')} text={secret} copy={t('secret.copySecret')} />
      </chakra.div>
    </Sheet>
  )
}

function Shown({ name, text, copy }: { name: string; text: string; copy: string }) {
  return (
    <chakra.div minWidth="0">
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="1">
        {name}
      </chakra.p>
      <chakra.p dir="ltr" padding="3" borderRadius="md" bg="sunken" fontSize="sm" wordBreak="break-all">
        <code>{text}</code>
      </chakra.p>
      <chakra.div marginTop="2">
        <CopyButton text={text} label={copy} />
      </chakra.div>
    </chakra.div>
  )
}

const EXPIRIES = ['never', 'days30', 'days90', 'days365'] as const
type Expiry = (typeof EXPIRIES)[number]

const DAYS = { never: undefined, days30: 30, days90: 90, days365: 365 } as const satisfies Record<
  Expiry,
  number | undefined
>

interface ApiKeyDraft {
  readonly name: string
  readonly rights: readonly KeyRight[]
  /** As typed: one address per line, or separated by commas or spaces. */
  readonly addresses: string
  readonly expiry: Expiry
}

const EMPTY_KEY: ApiKeyDraft = { name: '', rights: ['read'], addresses: '', expiry: 'days90' }

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
/** An address or a network, by its look: the server reads it exactly. */
const ADDRESS = new RegExp(`^(?:${OCTET}(?:\\.${OCTET}){3}|[\\da-f:.]*:[\\da-f:.]*)(?:/\\d{1,3})?$`, 'i')

/** The missing parts, by field, and the first address that is none. */
const validateApiKey = ({ name, rights, addresses }: ApiKeyDraft) => ({
  name: name.trim() === '',
  rights: rights.length === 0,
  addresses: rights.includes('withdraw') && addressesOf(addresses).length === 0,
  wrongAddress: addressesOf(addresses).find((address) => !ADDRESS.test(address)),
})

const toggleRight = (draft: ApiKeyDraft, right: KeyRight, wanted: boolean): ApiKeyDraft => ({
  ...draft,
  rights: KEY_RIGHTS.filter((each) => (each === right ? wanted : draft.rights.includes(each))),
})

function summarizeApiKey({ name, rights, addresses, expiry }: ApiKeyDraft, nowMs: number): NewApiKey {
  const days = DAYS[expiry]
  return {
    name: name.trim(),
    rights: [...rights],
    addresses: addressesOf(addresses),
    expiresAt: days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString(),
  }
}

/** Splits the typed addresses; digits of a Persian keyboard are accepted, too. */
const addressesOf = (text: string) =>
  toAsciiDigits(text)
    .split(/[\s,،;]+/)
    .filter((part) => part !== '')
