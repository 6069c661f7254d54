import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import type { ContentVersion } from './content.queries.ts'
import type { useTextDraft } from './use-text-draft.ts'

type Draft = ReturnType<typeof useTextDraft>

/** The server's refusal, and the notice that another operator has saved in the meantime. */
export function EditorNotices({ draft }: { draft: Draft }) {
  const { error } = draft.sending
  const sentenceOf = useSentenceOf()
  if (draft.overtakenBy) return <Overtaken draft={draft} by={draft.overtakenBy} />
  // The sentence of a contact is shown at its field.
  const isSaid = isRefusal(error, 'CONTENT_CHANGED') || isRefusal(error, 'CONTENT_FIELD_INVALID')
  if (error && !isSaid) return <Notice tone="error">{sentenceOf(error)}</Notice>
  return null
}

/** Offers both texts: the other operator's, to read and copy, and one's own in the fields. */
function Overtaken({ draft, by }: { draft: Draft; by: ContentVersion }) {
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
export function EditorActions({ draft, children }: { draft: Draft; children: ReactNode }) {
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
