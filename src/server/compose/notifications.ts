import type { Accounts } from '../accounts/accounts.ts'
import { freezeLink } from '../accounts/security/freeze-account.ts'
import type { Route } from '../http/route.ts'
import type { Channel } from '../notifications/channel.ts'
import { deliverNotices } from '../notifications/deliver-notices.ts'
import { routeNotices } from '../notifications/route-notices.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { messageChannels } from '../notifications/sms-and-email.ts'
import type { Core } from './core.ts'
import type { Job } from './run-every.ts'

/** How soon after its commit a notice is sent. */
const NOTICES_EVERY_MS = 500

/** What users are told: the notification centre, and the ways beside it, each at its own pace. */
export function openNotifications(
  { config, database, catalogue, logger }: Core,
  { sms, email, now }: Pick<Accounts, 'sms' | 'email' | 'now'>,
): { readonly routes: readonly Route[]; readonly jobs: readonly Job[] } {
  const channels: readonly Channel[] = messageChannels({
    database,
    sms,
    email,
    names: catalogue,
    now,
    publicUrl: config.publicUrl,
    freezeLink,
  })
  const sending = { database, now, log: logger }
  return {
    routes: notificationRoutes({ database, names: catalogue, now }),
    jobs: [
      {
        name: 'route notices',
        everyMs: NOTICES_EVERY_MS,
        run: (stopping) => routeNotices(sending, channels, stopping),
      },
      ...channels.map((channel) => ({
        name: `deliver notices: ${channel.name}`,
        everyMs: NOTICES_EVERY_MS,
        run: (stopping: AbortSignal) => deliverNotices(sending, channel, stopping),
      })),
    ],
  }
}
