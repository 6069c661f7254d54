import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Form } from '#client/ui/form.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { saveContent } from '#contract/operations-content.ts'
import { CONTENT_LENGTHS } from '#domain/content.ts'
import { useMay } from '../allowed.tsx'
import type { ContentVersion, TextName } from './content.queries.ts'
import { EditorActions, EditorNotices } from './editor-parts.tsx'
import { PublishedNotice, type TextState } from './published-notice.tsx'
import { TextPreview } from './text-preview.tsx'
import { useTextDraft } from './use-text-draft.ts'

type TextEditorProps = {
  name: TextName & { readonly kind: 'PAGE' | 'FAQ' | 'HEADING' | 'MANUAL' | 'ARTICLE' }
  newest: ContentVersion | null
  state: TextState
  /** The acts on the versions of this text. */
  acts: ReactNode
}

const fieldsOf = (version: ContentVersion | null) => ({ title: version?.title ?? '', body: version?.body ?? '' })

/** An entry in one language: its title and its Markdown text, with a preview rendered by the server. */
export function TextEditor({ name, newest, state, acts }: TextEditorProps) {
  const { t } = useTranslation('content')
  const [panel, setPanel] = useState<'write' | 'preview'>('write')
  const [checked, setChecked] = useState(false)
  const draft = useTextDraft({
    name,
    newest,
    fieldsOf,
    save: ({ fields: { title = '', body = '' }, basedOn }) =>
      callApi(saveContent, { params: { ...name }, body: { title, body, basedOn } }),
  })
  const { title = '', body = '' } = draft.fields
  const missing = (text: string, sentence: string) => (checked && text.trim() === '' ? sentence : undefined)
  const mayWrite = useMay()(saveContent)
  const submit = () => {
    setChecked(true)
    setPanel('write')
    if (title.trim() !== '' && body.trim() !== '') draft.sending.mutate()
  }
  if (!mayWrite)
    return (
      <>
        {newest && <TextPreview language={name.language} title={newest.title} body={newest.body} />}
        <chakra.div marginTop="4">{acts}</chakra.div>
      </>
    )
  return (
    <Form noValidate onSubmit={submit} aria-label={t(`language.${name.language}`)}>
      <Segmented
        label={t('panel.label')}
        value={panel}
        options={[
          { value: 'write', label: t('panel.write') },
          { value: 'preview', label: t('panel.preview') },
        ]}
        onChange={setPanel}
      />
      <PublishedNotice name={name} state={state} draft={draft} />
      <EditorNotices draft={draft} />
      {panel === 'write' && (
        <chakra.div display="grid" gap="4">
          <TextAreaField
            label={t('field.title')}
            required
            oneLine
            language={name.language}
            maxLength={CONTENT_LENGTHS.title}
            value={title}
            onChange={(value) => draft.change('title', value)}
            problem={missing(title, t('field.titleMissing'))}
          />
          <TextAreaField
            label={t('field.body')}
            language={name.language}
            hint={t('field.bodyHint')}
            required
            rows={18}
            maxLength={CONTENT_LENGTHS.body}
            value={body}
            onChange={(value) => draft.change('body', value)}
            problem={missing(body, t('field.bodyMissing'))}
          />
        </chakra.div>
      )}
      {panel === 'preview' && <TextPreview language={name.language} title={title} body={body} />}
      <EditorActions draft={draft}>{acts}</EditorActions>
    </Form>
  )
}
