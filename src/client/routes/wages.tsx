import { createFileRoute } from '@tanstack/react-router'
import { FeesPage } from '#client/features/public/fees-page.tsx'

export const Route = createFileRoute('/wages')({
  staticData: { title: 'fees', footer: true },
  component: FeesPage,
})
