import { createFileRoute } from '@tanstack/react-router'
import { QuickTradePage } from '#client/features/otc/quick-trade-page.tsx'

export const Route = createFileRoute('/profile/otc')({
  staticData: { title: 'otc', authorizedOnly: true },
  component: QuickTradePage,
})
