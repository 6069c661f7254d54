import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/guide')({
  staticData: { title: 'guide', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: Guide,
})

function Guide() {
  return <TextPage slug="guide" />
}
