import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/privacy')({
  staticData: { title: 'privacy', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: Privacy,
})

function Privacy() {
  return <TextPage slug="privacy" />
}
