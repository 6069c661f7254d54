import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#client/features/public/about-page.tsx'

export const Route = createFileRoute('/about-us')({
  staticData: { title: 'about', footer: true },
  component: AboutPage,
})
