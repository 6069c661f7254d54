import { createFileRoute } from '@tanstack/react-router'
import { FeesPage } from '#client/features/public/fees-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'

export const Route = createFileRoute('/wages')({
  staticData: { title: 'fees', footer: true },
  loader: async () => void (await loadRichText()),
  component: FeesPage,
})
