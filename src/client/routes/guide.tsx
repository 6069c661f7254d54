import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'

export const Route = createFileRoute('/guide')({
  staticData: { title: 'guide', footer: true },
  component: Guide,
})

function Guide() {
  return <TextPage slug="guide" />
}
