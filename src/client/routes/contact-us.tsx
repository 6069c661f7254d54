import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '#client/features/public/contact-page.tsx'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/contact-us')({
  staticData: { title: 'contact', footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: ContactPage,
})
