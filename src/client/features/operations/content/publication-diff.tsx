import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { type TextName, textOf, versionQuery } from './content.queries.ts'
import { TextDiff } from './text-diff.tsx'

/** The versions of a publication; `before` is `null` if visitors see no version yet. */
type PublicationDiffProps = { name: TextName; before: number | null; after: number }

/** The difference between the published text and the proposed one, so that no publication is decided unseen. */
export function PublicationDiff({ name, before, after }: PublicationDiffProps) {
  const { t } = useTranslation('content')
  const old = useQuery(versionQuery(name, before))
  const next = useQuery(versionQuery(name, after))
  const title = t(before === null ? 'diff.first' : 'diff.title')
  return (
    <chakra.section aria-label={title} display="grid" gap="2">
      <chakra.h3 fontSize="sm" fontWeight="semibold">
        {title}
      </chakra.h3>
      {next.data && old.data !== undefined ? (
        <TextDiff language={name.language} before={old.data ? textOf(old.data) : ''} after={textOf(next.data)} />
      ) : (
        <QueryPlaceholder query={next.data ? old : next} rows={4} />
      )}
    </chakra.section>
  )
}
