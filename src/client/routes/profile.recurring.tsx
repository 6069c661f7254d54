import { createFileRoute } from '@tanstack/react-router'
import { RecurringPage } from '#client/features/recurring/recurring-page.tsx'

const MARKET = /^[A-Z][A-Z0-9_]{1,39}_(TOMAN|TETHER)$/

export const Route = createFileRoute('/profile/recurring')({
  staticData: { verifyFirst: true },
  validateSearch: ({ market }: Record<string, unknown>): { market?: string | undefined } => ({
    market: typeof market === 'string' && MARKET.test(market) ? market : undefined,
  }),
  component: Recurring,
})

function Recurring() {
  const { market } = Route.useSearch()
  // Another link to this page begins with its own market.
  return <RecurringPage key={market} market={market} />
}
