import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagOf } from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import { useTagName } from '#client/entities/withdrawal/use-tag-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { saveAddress } from '#contract/saved-addresses.ts'
import { hasAddressForm } from '#domain/address-form.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#domain/saved-address.ts'
import { hasTag, readTag } from '#domain/tags.ts'

const ADDRESS_LENGTH_MAX = 120
const TAG_LENGTH_MAX = 64

interface Draft {
  readonly tokenType: string
  readonly address: string
  /** Empty: the address has none. */
  readonly tag: string
  readonly label: string
}

type SaveAddressSheetProps = { onSaved: () => Promise<unknown>; onClose: () => void }

/** Asks for an address and its name; the app asks for the code of the second step when they are sent. */
export function SaveAddressSheet({ onSaved, onClose }: SaveAddressSheetProps) {
  const { t } = useTranslation('savedAddresses')
  const { data: networks } = useQuery({ ...endpointQuery(getCoinDetails, {}), select: networksOf })
  const [typed, setDraft] = useState<Draft>({ tokenType: '', address: '', tag: '', label: '' })
  const [only] = networks?.length === 1 ? networks : []
  const draft = { ...typed, tokenType: typed.tokenType || (only ?? '') }
  const missing = validateAddress(draft)
  const save = useMutation({
    mutationFn: async () => {
      const { tokenType, address, tag, label } = draft
      const place = { tokenType, address: address.trim(), ...tagOf({ network: tokenType, address, tag }, tokenType) }
      await callApi(saveAddress, { body: { ...place, label: label.trim() } })
      await onSaved()
    },
    onSuccess: () => {
      showToast({ tone: 'success', title: t('add.done') })
      onClose()
    },
  })
  if (networks?.length === 0)
    return (
      <Sheet open title={t('add.title')} onClose={onClose}>
        <Notice tone="info">{t('network.none')}</Notice>
      </Sheet>
    )
  return (
    <FormSheet
      title={t('add.title')}
      action={t('add.action')}
      busy={save.isPending}
      error={save.error}
      complete={!Object.values(missing).includes(true)}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      {(checked) => (
        <Fields draft={draft} networks={networks ?? []} missing={checked ? missing : undefined} onChange={setDraft} />
      )}
    </FormSheet>
  )
}

/** The networks over which something can be withdrawn now. */
const networksOf = ({ content }: Reply<typeof getCoinDetails>): readonly string[] => [
  ...new Set(
    content.flatMap(({ tokenTypeDetails }) =>
      tokenTypeDetails.filter(({ withdrawEnable }) => withdrawEnable).map(({ tokenType }) => tokenType),
    ),
  ),
]

const validateAddress = ({ tokenType, address, tag, label }: Draft) => ({
  tokenType: tokenType === '',
  address: address.trim() === '',
  form: address.trim() !== '' && tokenType !== '' && !hasAddressForm(tokenType, address.trim()),
  tag: tag.trim() !== '' && hasTag(tokenType) && readTag(tokenType, tag) === undefined,
  label: label.trim() === '',
})

type FieldsProps = {
  draft: Draft
  networks: readonly string[]
  missing: ReturnType<typeof validateAddress> | undefined
  onChange: (draft: Draft) => void
}

function Fields({ draft, networks, missing, onChange }: FieldsProps) {
  const { t } = useTranslation('savedAddresses')
  const tagName = useTagName()
  return (
    <>
      <SelectField
        label={t('network.label')}
        name="network"
        required
        value={draft.tokenType}
        options={[
          ...(draft.tokenType === '' ? [{ value: '', label: t('network.choose') }] : []),
          ...networks.map((value) => ({ value, label: value })),
        ]}
        onChange={(tokenType) => onChange({ ...draft, tokenType })}
        problem={missing?.tokenType ? t('network.required') : undefined}
      />
      <TextField
        label={t('address.label')}
        name="address"
        autoComplete="off"
        ltr
        maxLength={ADDRESS_LENGTH_MAX}
        required
        hint={t('address.hint')}
        value={draft.address}
        onChange={(address) => onChange({ ...draft, address })}
        problem={missing?.address ? t('address.required') : missing?.form ? t('address.invalid') : undefined}
      />
      {hasTag(draft.tokenType) && (
        <TextField
          label={tagName(draft.tokenType)}
          name="tag"
          autoComplete="off"
          ltr
          maxLength={TAG_LENGTH_MAX}
          hint={t('tag.hint')}
          value={draft.tag}
          onChange={(tag) => onChange({ ...draft, tag: toAsciiDigits(tag) })}
          problem={missing?.tag ? t('tag.invalid') : undefined}
        />
      )}
      <TextField
        label={t('name.label')}
        name="addressLabel"
        autoComplete="off"
        placeholder={t('name.placeholder')}
        maxLength={ADDRESS_LABEL_LENGTH_MAX}
        required
        value={draft.label}
        onChange={(label) => onChange({ ...draft, label })}
        problem={missing?.label ? t('name.required') : undefined}
      />
    </>
  )
}
