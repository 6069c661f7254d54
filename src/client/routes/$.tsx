import { createFileRoute, Navigate } from '@tanstack/react-router'
import { NotFoundPage } from '#client/features/public/not-found-page.tsx'

/**
 * Any path without a page. The specification redirects it to the home page (2.1.30); a mistyped or dead link deserves a notice instead, and the
 * server answers it with 404.
 */
export const Route = createFileRoute('/$')({
  staticData: { title: 'notFound', footer: true },
  component: Missing,
})

const DASHBOARD_MARKET = /^dashboard\/([^/]+)\/([^/]+)\/?$/

/** `/dashboard/{tradeTo}/{tradeFrom}` is another address of a market's trade page (2.3.7). As a route of its own it would weigh on each first visit. */
function Missing() {
  const [, tradeTo, tradeFrom] = DASHBOARD_MARKET.exec(Route.useParams()._splat ?? '') ?? []
  if (tradeTo === undefined || tradeFrom === undefined) return <NotFoundPage />
  return <Navigate to="/profile/trade/$tradeTo/$tradeFrom" params={{ tradeTo, tradeFrom }} replace />
}
