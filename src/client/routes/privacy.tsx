import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'

export const Route = createFileRoute('/privacy')({
  staticData: { title: 'privacy', footer: true },
  loader: async () => void (await loadRichText()),
  component: Privacy,
})

function Privacy() {
  return <TextPage slug="privacy" />
}
