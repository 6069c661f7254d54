import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { publishContent } from '#contract/operations-content.ts'
import { useMay } from '../allowed.tsx'
import { CONSOLE } from '../operator.queries.ts'
import { type ContentVersion, readVersion, type TextName, type TextState } from './content.queries.ts'

const Draft = z.object({
  fields: z.record(z.string(), z.string()),
  /** The version that the draft is based on. */
  basedOn: z.number(),
})

/** The unsaved text of an operator: it survives a reload, in this tab only. */
type TextDraft = z.infer<typeof Draft>

const storedDraft = ({ kind, slug, language }: TextName) =>
  tabValue(`content:${kind}/${slug}/${language}`, Draft, { wipedAtLogout: true })

type Fields = Readonly<Record<string, string>>

interface Editing {
  readonly name: TextName
  /** The newest version known from the server. */
  readonly newest: ContentVersion | null
  readonly fieldsOf: (version: ContentVersion | null) => Fields
  readonly save: (draft: TextDraft) => Promise<{ readonly baseDTO: ContentVersion }>
}

/**
 * An operator's draft over a version, kept in this tab until it is saved. Without a draft, the newest version is shown. If another operator
 * saves a version meanwhile, the draft is not lost.
 */
export function useTextDraft({ name, newest, fieldsOf, save }: Editing) {
  const { t } = useTranslation('content')
  const mayPublish = useMay()(publishContent)
  const client = useQueryClient()
  const stored = storedDraft(name)
  const [draft, setDraft] = useState(stored.read)
  const saved: TextDraft = { fields: fieldsOf(newest), basedOn: newest?.version ?? 0 }
  const shown = draft ?? saved
  const sending = useMutation({
    mutationFn: () => save(shown),
    onSuccess: async ({ baseDTO: { version } }) => {
      showToast({ tone: 'success', title: t(mayPublish ? 'saved' : 'savedForAdmin', { version: String(version) }) })
      stored.drop()
      setDraft({ fields: shown.fields, basedOn: version })
      await client.invalidateQueries({ queryKey: [CONSOLE] })
      setDraft(undefined)
    },
    onError: async (error) => {
      if (isRefusal(error, 'CONTENT_CHANGED')) await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  })
  useUnsavedGuard(draft !== undefined)
  const keep = (next: TextDraft) => {
    stored.keep(next)
    setDraft(next)
  }
  return {
    fields: shown.fields,
    isChanged: draft !== undefined,
    /** The present version, if another operator has saved since the draft was begun. */
    overtakenBy: draft !== undefined && newest !== null && newest.version > draft.basedOn ? newest : undefined,
    sending,
    change: (field: string, value: string) => keep({ ...shown, fields: { ...shown.fields, [field]: value } }),
    /** Continues from another version's text; saving it creates a new version above the newest. */
    startFrom: (version: ContentVersion) => keep({ fields: fieldsOf(version), basedOn: saved.basedOn }),
    /** Keeps the draft although the operator has seen the newest version: saving replaces that version. */
    replaceNewest: () => {
      sending.reset()
      keep({ ...shown, basedOn: saved.basedOn })
    },
    discard: () => {
      sending.reset()
      stored.drop()
      setDraft(undefined)
    },
  }
}

/** Makes the browser ask before a tab with unsaved text is closed: the stored draft is lost with the tab. */
function useUnsavedGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

type TextEditing = ReturnType<typeof useTextDraft>

/** The server's refusal, and the notice that another operator has saved in the meantime. */
export function EditorNotices({ draft }: { draft: TextEditing }) {
  const { error } = draft.sending
  const sentenceOf = useSentenceOf()
  if (draft.overtakenBy) return <Overtaken draft={draft} by={draft.overtakenBy} />
  // The sentence of a contact is shown at its field.
  const isSaid = isRefusal(error, 'CONTENT_CHANGED') || isRefusal(error, 'CONTENT_FIELD_INVALID')
  if (error && !isSaid) return <Notice tone="error">{sentenceOf(error)}</Notice>
  return null
}

/** Offers both texts: the other operator's, to read and copy, and one's own in the fields. */
function Overtaken({ draft, by }: { draft: TextEditing; by: ContentVersion }) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const [isShown, setShown] = useState(false)
  const facts = { version: showDigits(String(by.version), language), name: by.by ?? t('product') }
  return (
    <Notice
      tone="warning"
      urgent
      title={t('overtaken.title', facts)}
      action={
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button size="sm" variant="quiet" onClick={() => setShown(!isShown)}>
            {t(isShown ? 'overtaken.hide' : 'overtaken.show')}
          </Button>
          <Button size="sm" variant="quiet" onClick={draft.replaceNewest}>
            {t('overtaken.replace')}
          </Button>
          <Button size="sm" variant="danger" onClick={draft.discard}>
            {t('overtaken.discard')}
          </Button>
        </chakra.div>
      }
    >
      {t('overtaken.text')}
      {isShown && (
        <chakra.pre whiteSpace="pre-wrap" fontSize="xs" marginTop="2" maxHeight="16rem" overflowY="auto" tabIndex={0}>
          {by.contacts ? JSON.stringify(by.contacts, null, 2) : `${by.title}\n\n${by.body}`}
        </chakra.pre>
      )}
    </Notice>
  )
}

/** Buttons to save or discard the draft; next to them the acts on saved versions. */
export function EditorActions({ draft, children }: { draft: TextEditing; children: ReactNode }) {
  const { t } = useTranslation('content')
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
      <Button type="submit" loading={draft.sending.isPending}>
        {t('save')}
      </Button>
      {draft.isChanged && (
        <Button type="button" variant="quiet" onClick={draft.discard}>
          {t('discard')}
        </Button>
      )}
      {children}
      {draft.isChanged && (
        <chakra.span fontSize="sm" color="gold" role="status">
          {t('unsaved')}
        </chakra.span>
      )}
    </chakra.div>
  )
}

type PublishedNoticeProps = {
  name: TextName
  state: TextState
  draft: ReturnType<typeof useTextDraft>
}

/** Says that the published version differs from the one in the fields, as after a rollback, and can load it into the fields. */
export function PublishedNotice({ name, state: { newest, published }, draft }: PublishedNoticeProps) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const sentenceOf = useSentenceOf()
  const [isAsking, setAsking] = useState(false)
  const bring = useMutation({
    mutationFn: (version: number) => readVersion(name, version),
    onSuccess: (version) => {
      draft.startFrom(version)
      showToast({ tone: 'success', title: t('behind.brought', { version: digits(version.version) }) })
    },
  })
  const digits = (version: number) => showDigits(String(version), language)
  if (published === null || published === newest) return null
  const press = () => (draft.isChanged ? setAsking(true) : bring.mutate(published))
  const facts = { published: digits(published), newest: digits(newest) }
  return (
    <>
      <Notice
        tone="info"
        title={t('behind.title', facts)}
        action={
          <Button type="button" size="sm" variant="quiet" loading={bring.isPending} onClick={press}>
            {t('behind.bring', { version: facts.published })}
          </Button>
        }
      >
        {bring.isError ? sentenceOf(bring.error) : t('behind.text', facts)}
      </Notice>
      <ConfirmSheet
        open={isAsking}
        title={t('behind.bring', { version: facts.published })}
        yes={t('behind.replace')}
        no={t('behind.keep')}
        variant="danger"
        onYes={() => {
          setAsking(false)
          bring.mutate(published)
        }}
        onNo={() => setAsking(false)}
      >
        {t('behind.ask')}
      </ConfirmSheet>
    </>
  )
}
