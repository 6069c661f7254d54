import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#client/features/public/text-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'

export const Route = createFileRoute('/guide')({
  staticData: { title: 'guide', footer: true },
  loader: async () => void (await loadRichText()),
  component: Guide,
})

function Guide() {
  return <TextPage slug="guide" />
}
