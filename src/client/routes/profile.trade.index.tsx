import { createFileRoute, redirect } from '@tanstack/react-router'
import { firstMarket } from '../features/shell/destinations.ts'
import { language } from '../lib/locale.ts'

export const Route = createFileRoute('/profile/trade/')({
  beforeLoad: () => {
    throw redirect({ to: '/profile/trade/$tradeTo/$tradeFrom', params: firstMarket(language()), replace: true })
  },
})
