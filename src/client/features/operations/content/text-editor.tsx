import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, callApi } from '#client/lib/call-api.ts'
import { Form } from '#client/ui/form.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { CONTACT_LINKS } from '#contract/exchange-info.ts'
import { saveContent, saveExchangeInfo } from '#contract/operations-content.ts'
import { CONTENT_LENGTHS } from '#domain/content.ts'
import { useMay } from '../allowed.tsx'
import type { ContentVersion, TextName, TextState } from './content.queries.ts'
import { EditorActions, EditorNotices, PublishedNotice, useTextDraft } from './text-draft.tsx'
import { TextPreview } from './text-preview.tsx'

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
    <Form onSubmit={submit} aria-label={t(`language.${name.language}`)}>
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

type InfoEditorProps = { name: TextName; newest: ContentVersion | null; state: TextState; acts: ReactNode }

/** Fields of one line: numbers and links. A postal address may have several. */
const LINES = ['email', 'number', ...CONTACT_LINKS, 'blog'] as const
type Field = 'address' | (typeof LINES)[number]

const LENGTH_MAX = 300

const contactsOf = (fields: Readonly<Record<string, string | undefined>>): Record<Field, string> => {
  const { address = '', email = '', number = '', telegram = '', instagram = '', linkedin = '' } = fields
  const { twitter = '', whatsapp = '', appAndroid = '', appIOS = '', blog = '' } = fields
  return { address, email, number, telegram, instagram, linkedin, twitter, whatsapp, appAndroid, appIOS, blog }
}

const infoFieldsOf = (version: ContentVersion | null) => contactsOf(version?.contacts ?? {})

/** The contact details of the exchange, in one language. */
export function InfoEditor({ name, newest, state, acts }: InfoEditorProps) {
  const { t } = useTranslation('content')
  const draft = useTextDraft({
    name,
    newest,
    fieldsOf: infoFieldsOf,
    save: ({ fields, basedOn }) =>
      callApi(saveExchangeInfo, {
        params: { language: name.language },
        body: { ...contactsOf(fields), basedOn },
      }),
  })
  const mayWrite = useMay()(saveExchangeInfo)
  const { error } = draft.sending
  const refused = error instanceof ApiRefusal && error.code === 'CONTENT_FIELD_INVALID' ? error : undefined
  const propsOf = (field: Field) => ({
    label: t(`info.${field}`),
    maxLength: LENGTH_MAX,
    readOnly: !mayWrite,
    value: draft.fields[field] ?? '',
    onChange: (value: string) => draft.change(field, value),
    problem: refused?.field === field ? refused.message : undefined,
  })
  return (
    <Form onSubmit={() => draft.sending.mutate()} aria-label={t(`language.${name.language}`)}>
      {mayWrite && <PublishedNotice name={name} state={state} draft={draft} />}
      <EditorNotices draft={draft} />
      <chakra.div display="grid" gap="4">
        <TextAreaField {...propsOf('address')} oneLine required language={name.language} />
        {LINES.map((field) => (
          <TextField key={field} {...propsOf(field)} ltr required={field === 'email' || field === 'number'} />
        ))}
      </chakra.div>
      {mayWrite ? <EditorActions draft={draft}>{acts}</EditorActions> : acts}
    </Form>
  )
}
