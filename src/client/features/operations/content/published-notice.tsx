import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { readVersion, type TextName } from './content.queries.ts'
import type { useTextDraft } from './use-text-draft.ts'

export interface TextState {
  readonly newest: number
  readonly published: number | null
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
