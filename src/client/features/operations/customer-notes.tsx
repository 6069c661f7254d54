import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { addUserNote, NOTE_LENGTH_MAX } from '#contract/operations-user-history.ts'
import { Allowed } from './allowed.tsx'
import { ConsoleList } from './console-list.tsx'
import { customerNotesQuery, useAddNote } from './customer.queries.ts'

const LENGTH_MIN = 3

/** Operators' notes about a customer, newest first, with a form for a new one. */
export function CustomerNotes({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const pages = useInfiniteQuery(customerNotesQuery(id))
  return (
    <>
      <Allowed to={addUserNote}>
        <NoteForm id={id} />
      </Allowed>
      <ConsoleList pages={pages} empty={<EmptyState title={t('none.notes')} />}>
        {(notes) => (
          <chakra.ul listStyleType="none" display="grid" gap="3">
            {notes.map((note) => (
              <chakra.li key={note.id} borderTopWidth="1px" borderColor="line" paddingTop="3">
                <chakra.p fontSize="xs" color="fg.muted">
                  <bdi>{note.by}</bdi> · <DateText at={note.at} />
                </chakra.p>
                <chakra.p dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {note.text}
                </chakra.p>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </ConsoleList>
    </>
  )
}

function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('customers')
  const sentenceOf = useSentenceOf()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const add = useAddNote(id)
  const isShort = text.trim().length < LENGTH_MIN
  const send = () => {
    setChecked(true)
    if (isShort) return
    add.mutate(text, {
      onSuccess: () => {
        setText('')
        setChecked(false)
        showToast({ tone: 'success', title: t('note.added') })
      },
    })
  }
  return (
    <chakra.div marginTop="4">
      <Form noValidate onSubmit={send}>
        <TextAreaField
          label={t('note.label')}
          hint={t('note.hint')}
          name="note"
          isMessage
          maxLength={NOTE_LENGTH_MAX}
          value={text}
          onChange={setText}
          problem={add.isError ? sentenceOf(add.error) : checked && isShort ? t('note.short') : undefined}
        />
        <chakra.div>
          <Button type="submit" variant="quiet" loading={add.isPending}>
            {t('note.add')}
          </Button>
        </chakra.div>
      </Form>
    </chakra.div>
  )
}
