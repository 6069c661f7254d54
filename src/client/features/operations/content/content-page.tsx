import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { addContentEntry } from '#contract/operations-content.ts'
import { CONTENT_KINDS, GROWING_KINDS } from '#domain/content.ts'
import { useMay } from '../allowed.tsx'
import { CONSOLE } from '../operator.queries.ts'
import { type ContentEntryRow, type ContentKind, contentQuery } from './content.queries.ts'
import { positionOf, TextStatus } from './text-status.tsx'

type ContentPageProps = { kind: ContentKind; onKind: (kind: ContentKind) => void }

const growing = (kind: ContentKind): GrowingKind | undefined => GROWING_KINDS.find((each) => each === kind)

/** All texts for visitors, by kind, with the status of each language. */
function ContentPage({ kind, onKind }: ContentPageProps) {
  const { t } = useTranslation('content')
  const query = useQuery(contentQuery(kind))
  const { data: rows, isError, isFetching, refetch } = query
  const [adding, setAdding] = useState<GrowingKind | undefined>()
  const columns = useColumns()
  const mayAdd = useMay()(addContentEntry)
  const addable = mayAdd ? growing(kind) : undefined
  return (
    <>
      <PageHeading
        title={t('title')}
        text={t('text')}
        aside={addable && <Button onClick={() => setAdding(addable)}>{t('add.action')}</Button>}
      />
      <Card>
        <SelectField
          label={t('kind.label')}
          value={kind}
          options={CONTENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={onKind}
        />
        {rows && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
        <QueryView query={query} data={rows} rows={6} empty={<EmptyState title={t('empty')} />}>
          {(entries) => (
            <DataTable caption={t(`kind.${kind}`)} rows={entries} keyOf={({ slug }) => slug} columns={columns} />
          )}
        </QueryView>
      </Card>
      {adding && <AddEntrySheet kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  )
}

function useColumns(): readonly Column<ContentEntryRow>[] {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const other = language === 'fa' ? 'en' : 'fa'
  return [
    {
      key: 'title',
      label: t('column.title'),
      wide: true,
      cell: ({ kind, slug, texts }) => (
        <PlainLink to="/operations/content/$kind/$slug" params={{ kind, slug }} color="gold" fontWeight="semibold">
          <bdi>{texts[language].title || texts[other].title || slug}</bdi>
        </PlainLink>
      ),
    },
    { key: 'slug', label: t('column.slug'), cell: ({ slug }) => <bdi dir="ltr">{slug}</bdi> },
    { key: 'order', label: t('column.order'), cell: ({ position }) => showDigits(String(position), language) },
    { key: 'fa', label: t('language.fa'), cell: ({ texts }) => <TextStatus {...texts.fa} /> },
    { key: 'en', label: t('language.en'), cell: ({ texts }) => <TextStatus {...texts.en} /> },
  ]
}

type GrowingKind = (typeof GROWING_KINDS)[number]

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

/** Creates a question, a manual entry or an article: its name in links and its position. Its texts are written afterwards. */
function AddEntrySheet({ kind, onClose }: { kind: GrowingKind; onClose: () => void }) {
  const { t } = useTranslation('content')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  const [position, setPosition] = useState('')
  const place = positionOf(position)
  const send = useMutation({
    mutationFn: (at: number) => callApi(addContentEntry, { body: { kind, slug, position: at } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [CONSOLE] })
      onClose()
      await navigate({ to: '/operations/content/$kind/$slug', params: { kind, slug } })
    },
  })
  return (
    <FormSheet
      title={t('add.title')}
      action={t('add.action')}
      busy={send.isPending}
      error={send.error}
      complete={SLUG.test(slug) && place !== undefined}
      onSend={() => place !== undefined && send.mutate(place)}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <TextField
            label={t('column.slug')}
            hint={t(kind === 'ARTICLE' ? 'add.coinHint' : 'add.slugHint')}
            required
            ltr
            maxLength={80}
            value={slug}
            onChange={setSlug}
            problem={checked && !SLUG.test(slug) ? t('add.slugProblem') : undefined}
          />
          <DigitsField
            label={t('column.order')}
            hint={t('add.orderHint')}
            required
            value={position}
            lengthMax={4}
            onChange={setPosition}
            problem={checked && place === undefined ? t('add.orderProblem') : undefined}
          />
        </>
      )}
    </FormSheet>
  )
}

const route = getRouteApi('/operations/content')

export function ContentRoute() {
  const { kind = 'PAGE' } = route.useSearch()
  const navigate = route.useNavigate()
  return <ContentPage kind={kind} onKind={(next) => void navigate({ search: { kind: next }, replace: true })} />
}
