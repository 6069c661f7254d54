import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getSecurity, getSessions } from '#contract/security.ts'
import { getSignOnIdentities } from '#contract/sign-on.ts'

export type Security = Reply<typeof getSecurity>['baseDTO']
export type OwnSession = Reply<typeof getSessions>['content'][number]

export const securityQuery = () => endpointQuery(getSecurity, {})
export const sessionsQuery = () => endpointQuery(getSessions, {})
export const identitiesQuery = () => endpointQuery(getSignOnIdentities, {})
