import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  getNotificationPreferences,
  type NotificationPreferences,
  setNotificationPreferences,
} from '#contract/notifications.ts'

export type Preferences = z.output<typeof NotificationPreferences>
export type PreferencesChange = Input<typeof setNotificationPreferences>['body']

export const preferencesQuery = () => endpointQuery(getNotificationPreferences, {})

/** Changes what it is given and nothing else; the answer is what stands now. */
export function useSetPreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<PreferencesChange>) => callApi(setNotificationPreferences, { body }),
    onSuccess: (reply) => client.setQueryData(preferencesQuery().queryKey, reply),
  })
}
