import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Language } from '#client/lib/locale.ts'
import { getFaq, getStatistics } from '#contract/content.ts'

const MINUTE_MS = 60_000

export const statisticsQuery = () => queryOptions({ ...endpointQuery(getStatistics, {}), staleTime: MINUTE_MS })

export const faqQuery = (language: Language) =>
  queryOptions({ ...endpointQuery(getFaq, { query: { language } }), staleTime: 10 * MINUTE_MS })
