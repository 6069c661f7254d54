import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { addCannedAnswer, changeCannedAnswer, removeCannedAnswer } from '#contract/operations-canned-answers.ts'
import { CANNED_TITLE_LENGTH_MAX, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { Allowed } from '../allowed.tsx'
import { CONSOLE } from '../operator.queries.ts'
import { type CannedAnswer, cannedAnswersQuery } from './tickets.queries.ts'

/** The frequent answers of operators, each in both languages. */
export function CannedAnswersPage() {
  const { t } = useTranslation('tickets')
  const query = useQuery(cannedAnswersQuery())
  const [editing, setEditing] = useState<CannedAnswer | 'new'>()
  const columns: readonly Column<CannedAnswer>[] = [
    { key: 'title', label: t('canned.name'), wide: true, cell: ({ title }) => <bdi>{title}</bdi> },
    {
      key: 'changed',
      label: t('canned.changed'),
      cell: ({ changedAt, changedBy }) => (
        <>
          <DateText at={changedAt} style="date" /> <bdi>{changedBy}</bdi>
        </>
      ),
    },
    {
      key: 'edit',
      label: t('canned.edit'),
      unnamed: true,
      cell: (answer) => (
        <Allowed to={changeCannedAnswer}>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('canned.editOf', { title: answer.title })}
            onClick={() => setEditing(answer)}
          >
            {t('canned.edit')}
          </Button>
        </Allowed>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={t('canned.title')}
        text={t('canned.text')}
        aside={<TextLink to="/operations/tickets">{t('back')}</TextLink>}
      />
      <Card>
        <Allowed to={addCannedAnswer}>
          <Button
            variant="quiet"
            size="sm"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setEditing('new')}
          >
            {t('canned.add')}
          </Button>
        </Allowed>
        <QueryView query={query} data={query.data} rows={4} empty={<EmptyState title={t('canned.empty')} />}>
          {(answers) => (
            <DataTable caption={t('canned.title')} rows={answers} keyOf={({ id }) => id} columns={columns} />
          )}
        </QueryView>
      </Card>
      {editing && (
        <CannedAnswerSheet answer={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}

type Text = Pick<CannedAnswer, 'title' | 'fa' | 'en'>

/** Changes, adds or deletes a ready answer. */
function CannedAnswerSheet({ answer, onClose }: { answer: CannedAnswer | undefined; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState<Text>({ title: answer?.title ?? '', fa: answer?.fa ?? '', en: answer?.en ?? '' })
  // The key keeps a press after a lost answer from adding it twice.
  const [clientKey, setKey] = useState(() => crypto.randomUUID())
  const save = useSave({ id: answer?.id, clientKey, onSaved: onClose })
  const isComplete = Object.values(text).every((part) => part.trim() !== '')
  const field = (name: keyof Text, checked: boolean) => ({
    label: name === 'title' ? t('canned.name') : t(`canned.${name}`),
    required: true,
    value: text[name],
    onChange: (typed: string) => {
      setText({ ...text, [name]: typed })
      // A changed text after a failure is another answer, with a new key.
      if (save.isError) setKey(crypto.randomUUID())
    },
    problem: checked && text[name].trim() === '' ? t('canned.missing') : undefined,
  })
  return (
    <FormSheet
      title={answer ? t('canned.editOf', { title: answer.title }) : t('canned.add')}
      action={t('canned.save')}
      busy={save.isPending}
      error={save.error}
      complete={isComplete}
      onSend={() => save.mutate(text)}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <TextField {...field('title', checked)} maxLength={CANNED_TITLE_LENGTH_MAX} autoComplete="off" />
          <TextAreaField {...field('fa', checked)} language="fa" maxLength={TICKET_LENGTHS_MAX.text} />
          <TextAreaField {...field('en', checked)} language="en" maxLength={TICKET_LENGTHS_MAX.text} />
          {answer && <RemoveButton answer={answer} onRemoved={onClose} />}
        </>
      )}
    </FormSheet>
  )
}

function useSave({ id, clientKey, onSaved }: { id: string | undefined; clientKey: string; onSaved: () => void }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: Text): Promise<unknown> =>
      id === undefined
        ? callApi(addCannedAnswer, { body: { ...text, clientKey } })
        : callApi(changeCannedAnswer, { params: { id }, body: text }),
    onSuccess: async () => {
      showToast({ tone: 'success', title: t('canned.saved') })
      onSaved()
      await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  })
}

function RemoveButton({ answer: { id, title }, onRemoved }: { answer: CannedAnswer; onRemoved: () => void }) {
  const { t } = useTranslation('tickets')
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  return (
    <chakra.div marginTop="4">
      <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
        {t('canned.remove')}
      </Button>
      {asking && (
        <ConfirmMutation
          title={t('canned.remove')}
          yes={t('canned.remove')}
          no={t('canned.keep')}
          act={() => callApi(removeCannedAnswer, { params: { id } })}
          done={t('canned.removed')}
          onDone={() => {
            onRemoved()
            void client.invalidateQueries({ queryKey: [CONSOLE] })
          }}
          onClose={() => setAsking(false)}
        >
          {t('canned.removeText', { title })}
        </ConfirmMutation>
      )}
    </chakra.div>
  )
}
