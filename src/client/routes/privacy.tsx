import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'

export const Route = createFileRoute('/privacy')({
  staticData: { title: 'privacy', footer: true },
  component: Privacy,
})

function Privacy() {
  return <TextPage slug="privacy" />
}
