import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#client/features/public/about-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/about-us')({
  staticData: { title: 'about', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: AboutPage,
})
