import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/otc')({
  staticData: { title: 'otc', authorizedOnly: true },
  component: QuickTradePage,
})

function QuickTradePage() {
  return null
}
