import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MARKET_TABS, type MarketTab, SETTING_TABS, type SettingTab } from '#client/features/operations/page-tabs.ts'
import { USER_STATES } from '#contract/operations.ts'
import { CONTENT_KINDS, type ContentKind } from '#domain/content.ts'
import { Route as operations } from '../operations.tsx'
import { readAuditSearch } from './audit-search.ts'

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
    component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
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
    component: lazyRouteComponent(() => import('./content.tsx'), 'Content'),
  }),
  createRoute({
    getParentRoute,
    path: 'content/$kind/$slug',
    component: lazyRouteComponent(() => import('./entry.tsx'), 'Entry'),
  }),
  createRoute({
    getParentRoute,
    path: 'identities',
    component: lazyRouteComponent(() => import('#client/features/operations/identities-page.tsx'), 'IdentitiesPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'identities/$userId',
    component: lazyRouteComponent(() => import('./identity.tsx'), 'Identity'),
  }),
  createRoute({
    getParentRoute,
    path: 'markets',
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: MarketTab | undefined } => ({
      tab: MARKET_TABS.find((each) => each === tab),
    }),
    component: lazyRouteComponent(() => import('./markets.tsx'), 'Markets'),
  }),
  createRoute({
    getParentRoute,
    path: 'operators',
    component: lazyRouteComponent(() => import('#client/features/operations/operators-page.tsx'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'proposals',
    component: lazyRouteComponent(() => import('#client/features/operations/proposals-page.tsx'), 'ProposalsPage'),
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
    component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
  }),
  createRoute({
    getParentRoute,
    path: 'tickets',
    component: lazyRouteComponent(() => import('#client/features/operations/tickets/queue-page.tsx'), 'QueuePage'),
  }),
  createRoute({
    getParentRoute,
    path: 'tickets/$ticketId',
    component: lazyRouteComponent(() => import('./ticket.tsx'), 'Ticket'),
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
    path: 'users',
    validateSearch: ({ state }: Record<string, unknown>): { state?: UserState | undefined } => ({
      state: USER_STATES.find((each) => each === state),
    }),
    component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute,
    path: 'users/$userId',
    component: lazyRouteComponent(() => import('./user.tsx'), 'User'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    component: lazyRouteComponent(() => import('#client/features/operations/no-page.tsx'), 'NoPage'),
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
