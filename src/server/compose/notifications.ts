import { createECDH } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import { freezeLink } from '../accounts/security/end-access.ts'
import { sandboxPlaces } from '../config/web-push.ts'
import type { Route } from '../http/route.ts'
import type { MarketData } from '../market-data/open-market-data.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import { type Channel, dispatchNotices, routeNotices } from '../notifications/channel.ts'
import { watchOrders } from '../notifications/derive-order-notices.ts'
import { followNotices } from '../notifications/follow-notices.ts'
import { priceAlertRoutes } from '../notifications/price-alerts/routes.ts'
import { PriceWatch } from '../notifications/price-alerts/watch-prices.ts'
import { pushChannel } from '../notifications/push-channel.ts'
import { QUEUED } from '../notifications/queue-notice.ts'
import { notificationRoutes, pushRoutes, SHOWN_MAX } from '../notifications/routes.ts'
import { messageChannels } from '../notifications/sms-and-email.ts'
import type { PushSender } from '../providers/push/push.ts'
import { createWebPush } from '../providers/push/web-push.ts'
import { type Dispatching, OUTBOX } from '../store/outbox.ts'
import { feedPriceOf } from '../trading/place-order.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { keyFile } from './key-file.ts'
import type { TradingAccounts } from './traders.ts'

/** A commit starts the senders immediately; at this interval they look for notices that another process queued or that had to wait. */
const NET_MS = 5_000
/** The notices of orders are written at most this often while trades keep coming; the first is written immediately. */
const ORDERS_PAUSE_MS = 2_000
/** At this interval rows that concern no customer are skipped. */
const ORDERS_NET_MS = 30_000

export interface Notifications {
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  close(): Promise<void>
}

/** Notices to users: the notification centre and the channels, each at its own pace. */
export function openNotifications(
  core: Core,
  {
    accounts: { sms, email, now, sealer, settings },
    tradingAccounts: { marketMakerId, sandboxTradersId },
    marketData,
  }: {
    accounts: Pick<Accounts, 'sms' | 'email' | 'now' | 'sealer' | 'settings'>
    tradingAccounts: TradingAccounts
    marketData: Pick<MarketData, 'priceBoard' | 'feed'>
  },
): Notifications {
  const { config, database, exchange, catalogue, logger } = core
  const { publicUrl } = config
  const { sessionIdleMs } = settings
  const push = openPush(core)
  const alerts = openPriceAlerts(core, marketData.priceBoard)
  // To add a channel, add it to this list.
  const channels: readonly Channel[] = [
    ...messageChannels({ database, sms, email, names: catalogue, now, publicUrl, freezeLink }),
    ...(push
      ? [pushChannel({ database, push, sealer, names: catalogue, now, sessionIdleMs, shownMax: SHOWN_MAX })]
      : []),
  ]
  const openApps = followNotices({ database, now, apps: marketData.feed })
  const orders = watchOrders({
    database,
    exchange,
    markets: catalogue.markets,
    ownAccounts: new Set([marketMakerId, ...(sandboxTradersId === undefined ? [] : [sandboxTradersId])]),
    log: logger,
    pauseMs: ORDERS_PAUSE_MS,
  })
  return {
    routes: [
      ...notificationRoutes({ database, names: catalogue, now, channels: channels.map(({ name }) => name) }),
      ...pushRoutes({ database, sealer, now, push }),
      ...alerts.routes,
    ],
    jobs: [
      ...alerts.jobs,
      {
        name: 'derive notices of orders',
        everyMs: ORDERS_NET_MS,
        runsIn: 'each process',
        run: async () => orders.wake(),
      },
      ...noticeJobs({ database, now, log: logger }, channels, openApps),
    ],
    close: async () => {
      alerts.close()
      await orders.close()
    },
  }
}

/** Every process works on the notices that wait: rows that another process has locked are skipped. */
function noticeJobs(dispatching: Dispatching, channels: readonly Channel[], apps: { check(): Promise<void> }): Job[] {
  const { database } = dispatching
  const often = { everyMs: NET_MS, runsIn: 'each process' } as const
  const onQueued = (wake: () => void) => database.onAnnounced(QUEUED, wake)
  return [
    { ...often, name: 'show notices in open apps', run: apps.check, onWork: onQueued },
    {
      ...often,
      name: 'route notices',
      run: (stopping) => routeNotices(dispatching, channels, stopping),
      onWork: onQueued,
    },
    ...channels.map(
      (channel): Job => ({
        ...often,
        name: `deliver notices: ${channel.name}`,
        run: (stopping) => dispatchNotices(dispatching, channel, stopping),
        onWork: (wake) => database.onAnnounced(OUTBOX, wake),
      }),
    ),
  ]
}

const EVERY_MS = 1_000

/** Watches the prices of committed trades and of the feed for the alerts of users. */
function openPriceAlerts(
  { database, exchange, catalogue }: Core,
  board: Pick<PriceBoard, 'middleFor'>,
): { readonly routes: readonly Route[]; readonly jobs: readonly Job[]; close(): void } {
  const now = () => new Date()
  const feedPrice = feedPriceOf(board)
  const { markets } = catalogue
  const watch = new PriceWatch({ database, exchange, markets, feedPrice, now })
  return {
    routes: priceAlertRoutes({ database, catalogue, feedPrice, watch, now }),
    jobs: [
      {
        name: 'price alerts',
        everyMs: EVERY_MS,
        runsIn: 'one process',
        run: (_stopping, { isFirstRun }) => {
          if (isFirstRun) watch.takeOver()
          return watch.work()
        },
      },
    ],
    close: () => watch.close(),
  }
}

const TIMEOUT_MS = 10_000

/** Push to browsers; absent in production without keys. */
function openPush({ config, logger }: Pick<Core, 'config' | 'logger'>): PushSender | undefined {
  const { webPush, production, dataDir, providers, port } = config
  if (production && webPush.privateKey === undefined) {
    logger.warn('VAPID_KEYS is not set: notifications are not pushed to browsers')
    return undefined
  }
  return createWebPush({
    privateKey: webPush.privateKey ?? keyFile({ dataDir, name: 'push-key', make: makeKey }),
    subject: webPush.subject,
    sandbox: providers.sandboxes.length > 0 ? sandboxPlaces(port) : undefined,
    timeoutMs: TIMEOUT_MS,
    now: () => new Date(),
  })
}

function makeKey(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // ECDH returns the key without leading zeros.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}
