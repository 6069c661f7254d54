import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
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
  const navigate = Route.useNavigate()
  const [asked, setAsked] = useState<string>()
  const take = useEffectEvent((wanted: string | undefined) => {
    if (wanted === undefined) return
    setAsked(wanted)
    void navigate({ search: {}, replace: true, resetScroll: false })
  })
  // The address forgets the market before its form opens: a reload or a way back begins with the list.
  useEffect(() => take(market), [market])
  const first = market === undefined ? asked : undefined
  return <RecurringPage key={first} market={first} />
}
