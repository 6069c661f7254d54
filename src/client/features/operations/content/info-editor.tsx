import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, callApi } from '#client/lib/call-api.ts'
import { Form } from '#client/ui/form.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { CONTACT_LINKS } from '#contract/content.ts'
import { saveExchangeInfo } from '#contract/operations-content.ts'
import { useMay } from '../allowed.tsx'
import type { ContentVersion, TextName } from './content.queries.ts'
import { EditorActions, EditorNotices } from './editor-parts.tsx'
import { PublishedNotice, type TextState } from './published-notice.tsx'
import { useTextDraft } from './use-text-draft.ts'

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

const fieldsOf = (version: ContentVersion | null) => contactsOf(version?.contacts ?? {})

/** The contact details of the exchange, in one language. */
export function InfoEditor({ name, newest, state, acts }: InfoEditorProps) {
  const { t } = useTranslation('content')
  const draft = useTextDraft({
    name,
    newest,
    fieldsOf,
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
    <Form noValidate onSubmit={() => draft.sending.mutate()} aria-label={t(`language.${name.language}`)}>
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
