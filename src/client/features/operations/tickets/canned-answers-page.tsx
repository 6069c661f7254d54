import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { addCannedAnswer, changeCannedAnswer } from '#contract/operations-canned-answers.ts'
import { Allowed } from '../allowed.tsx'
import { CannedAnswerSheet } from './canned-answer-sheet.tsx'
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
