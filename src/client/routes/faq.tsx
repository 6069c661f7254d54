import { createFileRoute } from '@tanstack/react-router'
import { ManualPage } from '#client/features/public/manual-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/faq')({
  staticData: { title: 'faq', footer: true },
  validateSearch: ({ open }: Record<string, unknown>): { open?: string | undefined } => ({
    open: typeof open === 'string' ? open : undefined,
  }),
  loader: (loading) => loadPublicPage(loading),
  component: Manual,
})

function Manual() {
  const { open } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManualPage
      open={open}
      onOpen={(slug) => void navigate({ search: { open: slug }, replace: true, resetScroll: false })}
    />
  )
}
