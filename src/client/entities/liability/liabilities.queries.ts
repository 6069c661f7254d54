import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getLiabilities } from '#contract/liabilities.ts'

export type Liabilities = Reply<typeof getLiabilities>
export type Published = NonNullable<Liabilities['baseDTO']>

/** The newest statement of what the exchange owes all customers, and a list of earlier ones. */
export const liabilitiesQuery = () => queryOptions(endpointQuery(getLiabilities, {}))
