import { createFileRoute, notFound } from '@tanstack/react-router'
import { EntryPage } from '#client/features/operations/content/entry-page.tsx'
import { CONTENT_KINDS } from '#domain/content.ts'

export const Route = createFileRoute('/operations/content_/$kind/$slug')({ component: Entry })

function Entry() {
  const { kind, slug } = Route.useParams()
  const known = CONTENT_KINDS.find((each) => each === kind)
  if (!known) throw notFound()
  return <EntryPage key={`${kind}/${slug}`} kind={known} slug={slug} />
}
