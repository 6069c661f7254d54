import { createFileRoute, redirect } from '@tanstack/react-router'

/** The path alone leads to gold in Toman, in both languages (2.3.25). */
export const Route = createFileRoute('/profile/trade/')({
  beforeLoad: () => {
    const params = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' }
    throw redirect({ to: '/profile/trade/$tradeTo/$tradeFrom', params, replace: true })
  },
})
