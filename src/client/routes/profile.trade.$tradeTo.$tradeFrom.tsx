import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/trade/$tradeTo/$tradeFrom')({
  staticData: { title: 'trade' },
  component: TradePage,
})

function TradePage() {
  return null
}
