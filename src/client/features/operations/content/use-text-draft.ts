import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isRefusal } from '#client/lib/call-api.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { showToast } from '#client/ui/toasts.ts'
import { publishContent } from '#contract/operations-content.ts'
import { useMay } from '../allowed.tsx'
import { CONSOLE } from '../operator.queries.ts'
import type { ContentVersion, TextName } from './content.queries.ts'

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
