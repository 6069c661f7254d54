import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getSignOnIdentities } from '#contract/sign-on.ts'

export const identitiesQuery = () => endpointQuery(getSignOnIdentities, {})
