import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'

export const Route = createFileRoute('/terms')({
  staticData: { title: 'terms', footer: true },
  component: Terms,
})

function Terms() {
  return <TextPage slug="terms" />
}
