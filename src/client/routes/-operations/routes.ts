import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  MARKET_TABS,
  type MarketTab,
  SETTING_TABS,
  type SettingTab,
} from '#client/features/operations/console-pages.ts'
import { Route as operations } from '#client/routes/operations.tsx'
import { USER_STATES } from '#contract/operations.ts'
import { CONTENT_KINDS, type ContentKind } from '#domain/content.ts'

type UserState = (typeof USER_STATES)[number]

const getParentRoute = () => operations

const ROUTES = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('#client/features/operations/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'audit',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('#client/features/operations/audit-page.tsx'), 'AuditRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'broadcasts',
    component: lazyRouteComponent(() => import('#client/features/operations/broadcasts-page.tsx'), 'BroadcastsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'content',
    validateSearch: ({ kind }: Record<string, unknown>): { kind?: ContentKind | undefined } => ({
      kind: CONTENT_KINDS.find((each) => each === kind),
    }),
    component: lazyRouteComponent(() => import('#client/features/operations/content/content-page.tsx'), 'ContentRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'content/$kind/$slug',
    component: lazyRouteComponent(() => import('#client/features/operations/content/entry-page.tsx'), 'EntryRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'custody',
    component: lazyRouteComponent(() => import('#client/features/operations/custody/custody-page.tsx'), 'CustodyPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'identities',
    component: lazyRouteComponent(() => import('#client/features/operations/identities-page.tsx'), 'IdentitiesPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'identities/$userId',
    component: lazyRouteComponent(() => import('#client/features/operations/identity-page.tsx'), 'IdentityRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'markets',
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: MarketTab | undefined } => ({
      tab: MARKET_TABS.find((each) => each === tab),
    }),
    component: lazyRouteComponent(() => import('#client/features/operations/markets-page.tsx'), 'MarketsRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'operators',
    component: lazyRouteComponent(() => import('#client/features/operations/operators-page.tsx'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'payouts',
    component: lazyRouteComponent(() => import('#client/features/operations/payouts/payouts-page.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'deliveries',
    component: lazyRouteComponent(
      () => import('#client/features/operations/deliveries/deliveries-page.tsx'),
      'DeliveriesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: 'proposals',
    component: lazyRouteComponent(() => import('#client/features/operations/proposals-page.tsx'), 'ProposalsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'processes',
    component: lazyRouteComponent(
      () => import('#client/features/operations/processes/processes-page.tsx'),
      'ProcessesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: 'reports',
    component: lazyRouteComponent(() => import('#client/features/operations/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'settings',
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: SettingTab | undefined } => ({
      tab: SETTING_TABS.find((each) => each === tab),
    }),
    component: lazyRouteComponent(() => import('#client/features/operations/settings-page.tsx'), 'SettingsRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'tickets',
    component: lazyRouteComponent(() => import('#client/features/operations/tickets/queue-page.tsx'), 'QueuePage'),
  }),
  createRoute({
    getParentRoute,
    path: 'tickets/$ticketId',
    component: lazyRouteComponent(() => import('#client/features/operations/tickets/ticket-page.tsx'), 'TicketRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'tickets/answers',
    component: lazyRouteComponent(
      () => import('#client/features/operations/tickets/canned-answers-page.tsx'),
      'CannedAnswersPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: 'withdrawals',
    component: lazyRouteComponent(() => import('#client/features/operations/withdrawals-page.tsx'), 'WithdrawalsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'users',
    validateSearch: ({ state }: Record<string, unknown>): { state?: UserState | undefined } => ({
      state: USER_STATES.find((each) => each === state),
    }),
    component: lazyRouteComponent(() => import('#client/features/operations/users-page.tsx'), 'UsersRoute'),
  }),
  createRoute({
    getParentRoute,
    path: 'users/$userId',
    component: lazyRouteComponent(() => import('#client/features/operations/user-screen.tsx'), 'UserRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    component: lazyRouteComponent(() => import('#client/features/operations/operations-frame.tsx'), 'NoPage'),
  }),
] as const

export type ConsoleRoute = (typeof ROUTES)[number]

/**
 * Adds the console's pages below its frame; the generated tree has a single route for them, which reloads the document. That tree is in the first
 * load of every visitor, so these routes are fetched only by a page that starts in the console (`startApp`), before its router is created. Each page
 * is its own chunk.
 */
export function addConsoleRoutes(): void {
  operations.addChildren(ROUTES)
}

/** The filters of the audit log in the URL. */
interface AuditSearch {
  readonly user?: string | undefined
  readonly operator?: string | undefined
  readonly kind?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const ID = /^\d{1,15}$/
const KIND = /^[A-Z][A-Z0-9_]{1,59}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Drops values of the URL that are not filters. */
export function readAuditSearch({ user, operator, kind, from, to }: Record<string, unknown>): AuditSearch {
  const fitting = (value: unknown, form: RegExp) => {
    // The router parses a number in the URL as a number.
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && form.test(text) ? text : undefined
  }
  return {
    user: fitting(user, ID),
    operator: fitting(operator, ID),
    kind: fitting(kind, KIND),
    from: fitting(from, DAY),
    to: fitting(to, DAY),
  }
}
