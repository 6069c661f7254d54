import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery, listPages } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getInvitees, getInvites } from '#contract/invites.ts'

export type Invites = Reply<typeof getInvites>['baseDTO']
export type Invitee = Reply<typeof getInvitees>['content'][number]

const ROWS = '10'

/** The user's own codes, and the rewards of the invited friends so far. */
export const invitesQuery = () => endpointQuery(getInvites, {})

export const inviteePagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getInvitees.path],
    queryFn: ({ pageParam, signal }) => callApi(getInvitees, { query: { size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getInvitees.offline, access: getInvitees.access },
  })
