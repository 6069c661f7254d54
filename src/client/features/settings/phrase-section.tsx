import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { securityQuery, useSetPhrase } from './security.commands.ts'
import { SettingRow } from './setting-row.tsx'

const LETTERS_MIN = 3
const LETTERS_MAX = 30

/** The phrase that distinguishes our messages from forged ones. */
export function PhraseSection() {
  const { t } = useTranslation('settings')
  const query = useQuery(securityQuery())
  const [editing, setEditing] = useState(false)
  const phrase = query.data?.baseDTO.antiPhishingPhrase
  return (
    <Section title={t('phrase.title')} note={t('phrase.note')}>
      <QueryView query={query} data={phrase} rows={1}>
        {(known) => (
          <SettingRow
            icon={<BadgeCheck size={20} />}
            name={known === null ? t('phrase.none') : <bdi>{known}</bdi>}
            text={known === null ? undefined : t('phrase.present')}
          >
            <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
              {t(known === null ? 'phrase.set' : 'phrase.change')}
            </Button>
          </SettingRow>
        )}
      </QueryView>
      {editing && <PhraseSheet hasPhrase={typeof phrase === 'string'} onClose={() => setEditing(false)} />}
    </Section>
  )
}

/** Starts empty, since the present phrase may be masked. */
function PhraseSheet({ hasPhrase, onClose }: { hasPhrase: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const [text, setText] = useState('')
  const set = useSetPhrase()
  const letters = [...text.trim()].length
  const isPhrase = letters >= LETTERS_MIN && letters <= LETTERS_MAX
  const save = (next: string | null) =>
    set.mutate(next, {
      onSuccess: () => {
        showToast({ tone: 'success', title: t(next === null ? 'phrase.removed' : 'phrase.saved') })
        onClose()
      },
    })
  const fault = isPhrase ? undefined : t('phrase.invalid')
  return (
    <FormSheet
      title={t('phrase.title')}
      action={t('phrase.save')}
      busy={set.isPending}
      complete={isPhrase}
      onSend={() => save(text)}
      onClose={onClose}
      extra={
        hasPhrase && (
          <Button variant="danger" disabled={set.isPending} onClick={() => save(null)}>
            {t('phrase.remove')}
          </Button>
        )
      }
    >
      {(checked) => (
        <TextField
          label={t('phrase.label')}
          hint={t('phrase.hint')}
          name="phrase"
          autoComplete="off"
          maxLength={60}
          value={text}
          onChange={(next) => {
            setText(next)
            set.reset()
          }}
          problem={set.isError ? sentenceOf(set.error) : checked ? fault : undefined}
        />
      )}
    </FormSheet>
  )
}
