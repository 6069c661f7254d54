import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { moveContentEntry } from '#contract/operations-content.ts'
import { CONTENT_KINDS } from '#domain/content.ts'
import { ActSheet } from '../act-sheet.tsx'
import { Allowed } from '../allowed.tsx'
import {
  type ContentEntry,
  type ContentKind,
  type ContentLanguage,
  entryQuery,
  placeholdersQuery,
} from './content.queries.ts'
import { TextActs } from './text-acts.tsx'
import { InfoEditor, TextEditor } from './text-editor.tsx'
import { positionOf, TextStatus } from './text-status.tsx'

/** An entry in both languages, side by side; on a phone in a column, the operator's language first. */
export function EntryPage({ kind, slug }: { kind: ContentKind; slug: string }) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const query = useQuery(entryQuery(kind, slug))
  const { data, error } = query
  const [isMoving, setMoving] = useState(false)
  const back = (
    <TextLink to="/operations/content" search={{ kind }}>
      {t('back', { kind: t(`kind.${kind}`) })}
    </TextLink>
  )
  // A made-up URL gets the same notice.
  if (isRefusal(error, 'CONTENT_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST'))
    return <EmptyState heading title={error.message} action={back} />
  if (!data) return <QueryPlaceholder query={query} rows={8} />
  const { texts, position } = data.entry
  const order: ContentLanguage[] = language === 'fa' ? ['fa', 'en'] : ['en', 'fa']
  return (
    <>
      <chakra.p marginBottom="2">{back}</chakra.p>
      <PageHeading
        title={texts[language].title || (kind === 'INFO' ? t('kind.INFO') : slug)}
        text={<bdi dir="ltr">{slug}</bdi>}
        aside={
          (kind === 'FAQ' || kind === 'HEADING' || kind === 'MANUAL') && (
            <Allowed to={moveContentEntry}>
              <Button variant="quiet" onClick={() => setMoving(true)}>
                {t('move.action')}
              </Button>
            </Allowed>
          )
        }
      />
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        {order.map((each) => (
          <Section key={each} title={t(`language.${each}`)} aside={<TextStatus {...texts[each]} />}>
            <Editor data={data} language={each} />
          </Section>
        ))}
      </chakra.div>
      {kind !== 'INFO' && <Placeholders />}
      {isMoving && <MoveSheet kind={kind} slug={slug} position={position} onClose={() => setMoving(false)} />}
    </>
  )
}

function Editor({ data: { entry, newest }, language }: { data: ContentEntry; language: ContentLanguage }) {
  const { kind, slug, texts } = entry
  const name = { kind, slug, language }
  const acts = <TextActs name={name} state={texts[language]} />
  if (kind === 'INFO') return <InfoEditor name={name} newest={newest[language]} state={texts[language]} acts={acts} />
  return <TextEditor name={{ kind, slug, language }} newest={newest[language]} state={texts[language]} acts={acts} />
}

/** The placeholders in braces that a text may contain, and their values for visitors. */
function Placeholders() {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const { data } = useQuery(placeholdersQuery())
  if (!data) return null
  return (
    <chakra.details marginTop="4" fontSize="sm">
      <chakra.summary cursor="pointer" minHeight="tap" display="flex" alignItems="center" fontWeight="semibold">
        {t('placeholders')}
      </chakra.summary>
      <chakra.dl display="grid" gap="1" gridTemplateColumns="auto 1fr" columnGap="4">
        {data.map(({ name, ...values }) => (
          <chakra.div key={name} display="contents">
            <chakra.dt dir="ltr" fontFamily="mono">{`{{${name}}}`}</chakra.dt>
            <dd>{values[language]}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.details>
  )
}

type MoveProps = { kind: ContentKind; slug: string; position: number; onClose: () => void }

function MoveSheet({ kind, slug, position, onClose }: MoveProps) {
  const { t } = useTranslation('content')
  const [typed, setTyped] = useState(String(position))
  const place = positionOf(typed)
  return (
    <ActSheet
      title={t('move.title')}
      yes={t('move.action')}
      done={t('move.done')}
      problem={place === undefined ? t('add.orderProblem') : undefined}
      act={(reason) =>
        callApi(moveContentEntry, { params: { kind, slug }, body: { position: place ?? position, reason } })
      }
      onClose={onClose}
    >
      <DigitsField
        label={t('column.order')}
        hint={t('add.orderHint')}
        value={typed}
        lengthMax={4}
        onChange={setTyped}
      />
    </ActSheet>
  )
}

const route = getRouteApi('/operations/content/$kind/$slug')

export function EntryRoute() {
  const { kind, slug } = route.useParams()
  const known = CONTENT_KINDS.find((each) => each === kind)
  if (!known) throw notFound()
  return <EntryPage key={`${kind}/${slug}`} kind={known} slug={slug} />
}
