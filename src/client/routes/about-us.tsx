import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#client/features/public/about-page.tsx'
import { loadRichText } from '#client/ui/rich-text.tsx'

export const Route = createFileRoute('/about-us')({
  staticData: { title: 'about', footer: true },
  loader: async () => void (await loadRichText()),
  component: AboutPage,
})
