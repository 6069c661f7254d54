import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  getNotifications,
  getUnreadNotifications,
  type Notification as NotificationShape,
  readNotifications,
} from '#contract/notifications.ts'
import { callApi } from './call-api.ts'
import { endpointQuery } from './endpoint-query.ts'
import type { Language } from './locale.ts'
import { every } from './polling.ts'

export type Notification = z.output<typeof NotificationShape>

/** The live stream tells of each at once; this is for where there is none. */
const POLL_MS = 30_000

/** What the query of the list begins with, whatever its language. */
export const notificationsPath = getNotifications.path

/** How many notifications are unread: the badge of the bell. */
export const unreadQuery = () =>
  queryOptions({ ...endpointQuery(getUnreadNotifications, {}), refetchInterval: every(POLL_MS) })

export const notificationsQuery = (language: Language) =>
  queryOptions({ ...endpointQuery(getNotifications, { query: { language } }), refetchInterval: every(POLL_MS) })

/** Marks notifications as read. The list keeps its marks until it is asked for again, so that nothing changes under the reader's eyes. */
export function useReadNotifications() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => callApi(readNotifications, { body: { ids: [...ids] } }),
    onSuccess: (reply) => client.setQueryData(unreadQuery().queryKey, reply),
  })
}
