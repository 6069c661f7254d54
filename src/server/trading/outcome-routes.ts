import { getOutcome } from '#contract/outcomes.ts'
import { type Route, route } from '../http/route.ts'
import { findOutcome, type Outcomes } from './find-outcome.ts'

export function outcomeRoutes(outcomes: Outcomes): Route[] {
  return [
    route(getOutcome, async ({ caller, params }) => ({
      baseDTO: await findOutcome(outcomes, { userId: caller.userId, key: params.key }),
    })),
  ]
}
