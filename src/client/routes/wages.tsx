import { createFileRoute } from '@tanstack/react-router'
import { FeesPage } from '#client/features/public/fees-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/wages')({
  staticData: { title: 'fees', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: FeesPage,
})
