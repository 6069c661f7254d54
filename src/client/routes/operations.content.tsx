import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '#client/features/operations/content/content-page.tsx'
import { CONTENT_KINDS, type ContentKind } from '#domain/content.ts'

export const Route = createFileRoute('/operations/content')({
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: ContentKind | undefined } => ({
    kind: CONTENT_KINDS.find((each) => each === kind),
  }),
  component: Content,
})

function Content() {
  const { kind = 'PAGE' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ContentPage kind={kind} onKind={(next) => void navigate({ search: { kind: next }, replace: true })} />
}
