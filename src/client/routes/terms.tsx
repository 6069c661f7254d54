import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/terms')({
  staticData: { title: 'terms', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: Terms,
})

function Terms() {
  return <TextPage slug="terms" />
}
