import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/markets')({ staticData: { title: 'markets' }, component: MarketsPage })

function MarketsPage() {
  return null
}
