import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getStatistics } from '#contract/content.ts'

/** Smaller numbers of people or trades are no recommendation for an exchange. */
const MEANINGFUL_MIN = 1_000

/** The public statistics, once the numbers are large enough to mean something. */
export function useMeaningfulStatistics() {
  const figures = useQuery({ ...endpointQuery(getStatistics, {}), staleTime: MINUTE_MS }).data?.baseDTO
  return figures && Math.min(figures.userCount, figures.tradesAmount) >= MEANINGFUL_MIN ? figures : undefined
}
