import { createFileRoute } from '@tanstack/react-router'
import { QuickTradePage } from '#client/features/otc/quick-trade-page.tsx'
import { type FirstChoice, readFirstChoice } from '#client/features/otc/use-trade-choice.ts'

export const Route = createFileRoute('/profile/otc')({
  staticData: { title: 'otc' },
  validateSearch: (search: Record<string, unknown>): FirstChoice => readFirstChoice(search),
  component: QuickTrade,
})

function QuickTrade() {
  const first = Route.useSearch()
  return <QuickTradePage key={`${first.coin} ${first.side} ${first.unit}`} first={first} />
}
