import { createFileRoute, redirect } from '@tanstack/react-router'
import { firstMarket } from '#client/features/shell/use-trade-market.ts'
import { language } from '#client/lib/locale.ts'

export const Route = createFileRoute('/profile/trade/')({
  beforeLoad: () => {
    throw redirect({ to: '/profile/trade/$tradeTo/$tradeFrom', params: firstMarket(language()), replace: true })
  },
})
