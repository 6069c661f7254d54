import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '#client/features/terms/terms-screen.tsx'

export const Route = createFileRoute('/terms')({
  staticData: { title: 'terms', footer: true },
  component: TermsScreen,
})
