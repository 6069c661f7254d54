import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '#client/features/public/contact-page.tsx'

export const Route = createFileRoute('/contact-us')({
  staticData: { title: 'contact', footer: true },
  component: ContactPage,
})
