import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/terms')({ staticData: { title: 'terms' }, component: TermsPage })

function TermsPage() {
  return null
}
