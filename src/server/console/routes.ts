import {
  beginSetUp as beginSetUpEndpoint,
  confirmSetUp as confirmSetUpEndpoint,
  finishSetUp as finishSetUpEndpoint,
  getOperator,
  operatorLogin,
  operatorLogout,
  proveOperator as proveOperatorEndpoint,
} from '#contract/operations.ts'
import { Rejected } from '#contract/rejected.ts'
import { logInOperator } from '../accounts/operators/log-in-operator.ts'
import { proveOperator } from '../accounts/operators/prove-operator.ts'
import { beginSetUp, confirmSetUp, finishSetUp } from '../accounts/operators/set-up-operator.ts'
import { type Route, route } from '../http/route.ts'
import { auditRoutes } from './audit/routes.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import type { ConsoleServices } from './console-services.ts'
import { contentRoomRoutes } from './content/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { marketRoutes } from './markets/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { userHistoryRoutes } from './user-history-routes.ts'
import { userRoutes } from './user-routes.ts'

/** The rooms of the operators. */
export function consoleRoutes(services: ConsoleServices): Route[] {
  return [
    ...sessionRoutes(services),
    ...overviewRoutes(services),
    ...userRoutes(services),
    ...userHistoryRoutes(services),
    ...identityRoutes(services),
    ...marketRoutes(services),
    ...contentRoomRoutes(services),
    ...proposalRoutes(services),
    ...settingsRoutes(services),
    ...reportRoutes(services),
    ...broadcastRoutes(services),
    ...auditRoutes(services),
    ...ticketRoutes(services),
  ]
}

function sessionRoutes(services: ConsoleServices): Route[] {
  return [
    route(operatorLogin, async (call) => {
      const opened = await logInOperator(services, call.body, call)
      if (opened instanceof Rejected) return opened
      call.operatorSession.open(opened.token)
      return { token: opened.token }
    }),
    route(beginSetUpEndpoint, (call) => beginSetUp(services.accounts, call.body, call)),
    route(finishSetUpEndpoint, async (call) => {
      const keys = await finishSetUp(services.accounts, call.body, call)
      if (keys instanceof Rejected) return keys
      return { baseDTO: { password: keys.password, secret: keys.secret, qrCodeLink: keys.link } }
    }),
    route(confirmSetUpEndpoint, async (call) => (await confirmSetUp(services.accounts, call.body, call)) ?? {}),
    route(operatorLogout, async (call) => {
      await services.operatorSessions.end(call.caller.sessionId)
      call.operatorSession.end()
      return {}
    }),
    route(
      proveOperatorEndpoint,
      async (call) => (await proveOperator(services.accounts, { ...call.caller, ...call.body }, call)) ?? {},
    ),
    route(getOperator, ({ caller }) => ({
      baseDTO: {
        id: String(caller.operatorId),
        name: caller.name,
        roles: [...caller.roles],
        expiresAt: caller.expiresAt.toISOString(),
      },
    })),
  ]
}
