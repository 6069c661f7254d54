import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { createPasskey, usePasskeySentence } from '#client/entities/session/passkeys.ts'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import {
  addPasskey,
  beginPasskey,
  getPasskeys,
  type Passkey as PasskeyOnWire,
  removePasskey,
  renamePasskey,
} from '#contract/passkeys.ts'
import { SettingRow } from './setting-row.tsx'

type Passkey = z.output<typeof PasskeyOnWire>

/** The passkeys of the user's devices, to add, rename and remove. */
export function PasskeysSection() {
  const { t } = useTranslation('passkeys')
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title={t('title')}
      note={t('note')}
      aside={
        <Button variant="quiet" size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('add.action')}
        </Button>
      }
    >
      <PasskeyList />
      {adding && <AddPasskeySheet onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PasskeyList() {
  const { t } = useTranslation('passkeys')
  const query = useQuery(passkeysQuery())
  const empty = (
    <chakra.p display="flex" alignItems="center" minHeight="2.75rem" fontSize="sm" color="fg.muted">
      {t('empty')}
    </chakra.p>
  )
  return (
    <QueryView query={query} data={query.data?.content} rows={1} empty={empty}>
      {(passkeys) => (
        <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" aria-label={t('title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </chakra.ul>
      )}
    </QueryView>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('passkeys')
  const { name } = passkey
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <SettingRow icon={<KeyRound size={20} />} name={<bdi>{name}</bdi>} text={<PasskeyUse passkey={passkey} />}>
      <chakra.div display="flex">
        <IconButton
          label={t('rename.action', { name })}
          icon={<Pencil size={18} aria-hidden="true" />}
          onClick={() => setOpen('rename')}
        />
        <IconButton
          label={t('remove.action', { name })}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => setOpen('remove')}
        />
      </chakra.div>
      {open === 'rename' && <RenamePasskeySheet passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemovePasskeySheet passkey={passkey} onClose={close} />}
    </SettingRow>
  )
}

function PasskeyUse({ passkey: { createdDateTime, lastUsedDateTime, synced } }: { passkey: Passkey }) {
  const { t } = useTranslation('passkeys')
  const language = useLanguage()
  const at = showDate(new Date(lastUsedDateTime ?? createdDateTime), language, lastUsedDateTime ? 'date-time' : 'date')
  return (
    <>
      {lastUsedDateTime ? t('used', { at }) : t('unused', { at })} {synced && t('synced')}
    </>
  )
}

function AddPasskeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('passkeys')
  const done = () => {
    showToast({ tone: 'success', title: t('add.done') })
    onClose()
  }
  return (
    <PasskeyNameSheet
      title={t('add.title')}
      action={t('add.action')}
      command={useAddPasskey()}
      onClose={onClose}
      onDone={done}
    />
  )
}

function RenamePasskeySheet({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('passkeys')
  const command = useRenamePasskey(id)
  return (
    <PasskeyNameSheet
      title={t('rename.title')}
      action={t('rename.save')}
      name={name}
      command={command}
      onClose={onClose}
      onDone={onClose}
    />
  )
}

function RemovePasskeySheet({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('passkeys')
  const reload = useReload()
  return (
    <ConfirmMutation
      title={t('remove.title')}
      yes={t('remove.yes')}
      no={t('remove.no')}
      act={() => callApi(removePasskey, { params: { id } }).then(reload)}
      done={t('remove.done')}
      sentenceOf={usePasskeySentence()}
      onClose={onClose}
    >
      {t('remove.text', { name })}
    </ConfirmMutation>
  )
}

const passkeysQuery = () => endpointQuery(getPasskeys, {})

/** Asks the device to create a passkey and adds it under this name. */
function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const { flowToken, options } = (await callApi(beginPasskey, {})).baseDTO
      const credential = await createPasskey(options)
      await callApi(addPasskey, { body: { flowToken, name, credential } })
    },
    onSuccess: useReload(),
  })
}

function useRenamePasskey(id: string) {
  return useMutation({
    mutationFn: (name: string) => callApi(renamePasskey, { params: { id }, body: { name } }),
    onSuccess: useReload(),
  })
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: passkeysQuery().queryKey })
}

const NAME_LENGTH_MAX = 40

type PasskeyNameSheetProps = {
  title: string
  action: string
  /** The present name. */
  name?: string
  command: {
    readonly isPending: boolean
    readonly error: unknown
    mutate: (name: string, options: { onSuccess: () => void }) => void
  }
  onClose: () => void
  onDone: () => void
}

/** Asks for the name of a passkey, before it is created or to rename it. */
function PasskeyNameSheet({ title, action, name = '', command, onClose, onDone }: PasskeyNameSheetProps) {
  const { t } = useTranslation('passkeys')
  const sentenceOf = usePasskeySentence()
  const [draft, setDraft] = useState(name)
  const text = draft.trim()
  return (
    <FormSheet
      title={title}
      action={action}
      busy={command.isPending}
      complete={text !== ''}
      onSend={() => command.mutate(text, { onSuccess: onDone })}
      onClose={onClose}
    >
      {(checked) => (
        <>
          {command.error !== null && <Notice tone="error">{sentenceOf(command.error)}</Notice>}
          <TextField
            label={t('name.label')}
            name="passkeyName"
            autoComplete="off"
            placeholder={t('name.placeholder')}
            maxLength={NAME_LENGTH_MAX}
            required
            value={draft}
            onChange={setDraft}
            problem={checked && text === '' ? t('name.required') : undefined}
          />
        </>
      )}
    </FormSheet>
  )
}
