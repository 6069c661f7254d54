import { getRouteApi, notFound } from '@tanstack/react-router'
import { EntryPage } from '#client/features/operations/content/entry-page.tsx'
import { CONTENT_KINDS } from '#domain/content.ts'

const route = getRouteApi('/operations/content/$kind/$slug')

export function Entry() {
  const { kind, slug } = route.useParams()
  const known = CONTENT_KINDS.find((each) => each === kind)
  if (!known) throw notFound()
  return <EntryPage key={`${kind}/${slug}`} kind={known} slug={slug} />
}
