import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Language } from '#client/lib/locale.ts'
import { every } from '#client/lib/polling.ts'
import {
  getNotifications,
  getUnreadNotifications,
  type Notification as NotificationShape,
  readNotifications,
} from '#contract/notifications.ts'

export type Notification = z.output<typeof NotificationShape>

/** The live stream reports each notification immediately; polling covers the time without a stream. */
const POLL_MS = 30_000

/** The start of the list's query key, in every language. */
export const notificationsPath = getNotifications.path

/** The number of unread notifications, for the badge of the bell. */
export const unreadQuery = () =>
  queryOptions({ ...endpointQuery(getUnreadNotifications, {}), refetchInterval: every(POLL_MS) })

export const notificationsQuery = (language: Language) =>
  queryOptions({ ...endpointQuery(getNotifications, { query: { language } }), refetchInterval: every(POLL_MS) })

/** Marks notifications as read. The list keeps its marks until the next fetch, so that nothing changes while the user reads. */
export function useReadNotifications() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => callApi(readNotifications, { body: { ids: [...ids] } }),
    onSuccess: (reply) => client.setQueryData(unreadQuery().queryKey, reply),
  })
}
