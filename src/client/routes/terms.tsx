import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'

export const Route = createFileRoute('/terms')({
  staticData: { title: 'terms', footer: true },
  loader: async () => void (await loadRichText()),
  component: Terms,
})

function Terms() {
  return <TextPage slug="terms" />
}
