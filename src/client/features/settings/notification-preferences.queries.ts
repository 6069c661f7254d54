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

const CHANGES = ['notification-preferences']

/**
 * Changes only the given choices; the answer holds all current ones. A change is shown immediately and sent after the previous one, so that the last
 * press wins.
 */
export function useSetPreferences() {
  const client = useQueryClient()
  const { queryKey } = preferencesQuery()
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join() },
    mutationFn: (body: NonNullable<PreferencesChange>) => callApi(setNotificationPreferences, { body }),
    onMutate: (change) => {
      client.setQueryData(queryKey, (kept) => kept && { ...kept, baseDTO: changed(kept.baseDTO, change) })
    },
    onSuccess: (reply) => {
      if (client.isMutating({ mutationKey: CHANGES }) === 1) client.setQueryData(queryKey, reply)
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

function changed(kept: Preferences, change: NonNullable<PreferencesChange>): Preferences {
  const { choices = [], quietHours = kept.quietHours, showsAmounts = kept.showsAmounts } = change
  const onOf = ({ group, channel, on }: Preferences['choices'][number]) =>
    choices.find((each) => each.group === group && each.channel === channel)?.on ?? on
  return { ...kept, quietHours, showsAmounts, choices: kept.choices.map((choice) => ({ ...choice, on: onOf(choice) })) }
}
